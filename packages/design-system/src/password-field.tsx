import { useState } from 'react';
import { classNames } from './class-names.ts';
import { Field, type TextFieldProps } from './field.tsx';
import { useTypedBeforeHydration } from './typed-before.ts';
import field from './field.module.css';
import styles from './password-field.module.css';

export type PasswordFieldProps = Omit<TextFieldProps, 'type' | 'readOnly'>;

/** A password, with a button that shows what was typed and hides it again. */
export function PasswordField({ label, hint, error, fieldClassName, id, className, ...input }: PasswordFieldProps) {
  const [shown, setShown] = useState(false);
  const typed = useTypedBeforeHydration(input.value, input.onChange);
  return (
    <Field label={label} hint={hint} error={error} id={id} className={fieldClassName}>
      {(control) => (
        <span className={styles.frame}>
          <input
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
            ref={typed}
            {...input}
            {...control}
            type={shown ? 'text' : 'password'}
            className={classNames(field.control, styles.control, error && field.wrong, className)}
          />
          <button
            type="button"
            className={`strong bare ${styles.toggle}`}
            aria-controls={control.id}
            aria-label={`${shown ? 'Hide' : 'Show'} ${label.toLowerCase()}`}
            onClick={() => setShown(!shown)}
          >
            {shown ? 'Hide' : 'Show'}
          </button>
        </span>
      )}
    </Field>
  );
}
