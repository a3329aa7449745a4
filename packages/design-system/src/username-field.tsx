/**
 * Whose password stands beside it, for password managers: they keep a password with the name in its form. Out of sight and of the order of
 * tabs, but drawn: managers pass over what is not.
 */
export function UsernameField({ email }: { readonly email: string }) {
  return (
    <input
      type="text"
      className="visually-hidden"
      name="username"
      autoComplete="username"
      value={email}
      readOnly
      tabIndex={-1}
      aria-hidden="true"
    />
  );
}
