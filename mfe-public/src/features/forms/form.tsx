import { useEffect, useRef, type ReactNode } from 'react';
import styles from './form.module.css';

export interface FormProps {
  /** What checks and sends the form; it is fetched as soon as somebody is at one of the fields. */
  readonly client: { readonly prepare: () => void };
  readonly onSubmit: () => void;
  /** Its name to a screen reader, where the heading above does not say it. */
  readonly label?: string;
  readonly children: ReactNode;
}

/** A form that says by itself what is missing. */
export function Form({ client, onSubmit, label, children }: FormProps) {
  const place = useRef<HTMLFormElement>(null);
  // Whoever came to a field before this program was there caused no event that it could hear.
  useEffect(() => {
    if (place.current?.contains(document.activeElement)) client.prepare();
  }, [client]);
  return (
    <form
      ref={place}
      className={styles.form}
      aria-label={label}
      noValidate
      onFocus={client.prepare}
      onSubmit={(submitted) => {
        submitted.preventDefault();
        onSubmit();
      }}
    >
      {children}
    </form>
  );
}
