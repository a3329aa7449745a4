import cells from './cells.module.css';

/** Whom a row is about: by name, with the address below it, which tells two of one name apart. */
export function Who({ name, email }: { name: string; email: string | undefined }) {
  return (
    <span className={`anywhere ${cells.who}`} title={email}>
      {name}
      {email && email !== name && <small className="quiet">{email}</small>}
    </span>
  );
}
