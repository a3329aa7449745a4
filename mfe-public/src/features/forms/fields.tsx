import { PASSWORD_MIN } from '@concert/contracts/auth/account-rules';
import { TextField } from '@concert/design-system/field.tsx';
import { PasswordField } from '@concert/design-system/password-field.tsx';
import { useState } from 'react';
import { texts } from '../../texts.ts';

export interface ValueProps {
  readonly id: string;
  readonly label: string;
  readonly value: string;
  readonly error: string | undefined;
  readonly onChange: (value: string) => void;
}

/** The email that an account belongs to. */
export function EmailField({
  onChange,
  autoComplete = 'username',
  ...props
}: ValueProps & { readonly autoComplete?: 'username' | 'email' }) {
  return (
    <TextField
      {...props}
      type="email"
      name="email"
      autoComplete={autoComplete}
      inputMode="email"
      autoCapitalize="none"
      spellCheck={false}
      required
      onChange={(typed) => onChange(typed.target.value)}
    />
  );
}

/** A password that is chosen now; its rule is said before anything is sent. */
export function NewPasswordField({ onChange, ...props }: ValueProps) {
  // As the rule counts: one character, however many code units it has.
  const typed = [...props.value.normalize('NFC')].length;
  const words = texts.password;
  return (
    <PasswordField
      {...props}
      name="new-password"
      autoComplete="new-password"
      required
      hint={typed > 0 && typed < PASSWORD_MIN ? words.soFar(typed, PASSWORD_MIN) : words.rule(PASSWORD_MIN)}
      onChange={(input) => onChange(input.target.value)}
    />
  );
}

export interface ConfirmFieldProps {
  readonly id: string;
  readonly password: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** The same password once more. While it still may become the same, nothing is said. */
export function ConfirmPasswordField({ id, password, value, onChange }: ConfirmFieldProps) {
  const [left, setLeft] = useState(false);
  const differs = value !== '' && value !== password && (left || !password.startsWith(value));
  return (
    <PasswordField
      id={id}
      label={texts.password.confirm}
      name="confirm-password"
      autoComplete="new-password"
      required
      value={value}
      hint={texts.password.confirmHint}
      error={differs ? texts.password.mismatch : undefined}
      onBlur={() => setLeft(true)}
      onChange={(typed) => onChange(typed.target.value)}
    />
  );
}
