import { useId, type InputHTMLAttributes, type ReactNode, type TextareaHTMLAttributes } from 'react';
import { classNames } from './class-names.ts';
import { useTypedBeforeHydration } from './typed-before.ts';
import styles from './field.module.css';

/** What a control has to carry so that its label, hint and error are announced with it. */
export interface ControlWiring {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
}

export interface FieldProps {
  label: string;
  /** Fixed id of the control, for links of an error summary. */
  id?: string;
  hint?: ReactNode;
  error?: string;
  className?: string;
  children: (control: ControlWiring) => ReactNode;
}

/** Label above, control, then hint and error below it, wired together. */
export function Field({ label, id, hint, error, className, children }: FieldProps) {
  const made = useId();
  const controlId = id ?? made;
  const hintId = hint ? `${controlId}-hint` : undefined;
  const errorId = error ? `${controlId}-error` : undefined;
  return (
    <div className={classNames(styles.field, className)}>
      <label className="field-label" htmlFor={controlId}>
        {label}
      </label>
      {children({
        id: controlId,
        'aria-describedby': [errorId, hintId].filter(Boolean).join(' ') || undefined,
        'aria-invalid': error ? true : undefined,
      })}
      {error && (
        <p className={`strong bad ${styles.error}`} id={errorId}>
          <svg viewBox="0 0 16 16" aria-hidden="true" focusable="false" className={`drawn ${styles.mark}`}>
            <path d="M8 1.6 15 14H1Z" />
            <path d="M8 6v3.6M8 11.6v.3" />
          </svg>
          {error}
        </p>
      )}
      {hint && (
        <p className={`quiet small ${styles.hint}`} id={hintId}>
          {hint}
        </p>
      )}
    </div>
  );
}

type Described = Pick<FieldProps, 'label' | 'hint' | 'error'> & { fieldClassName?: string };

export type TextFieldProps = Described & Omit<InputHTMLAttributes<HTMLInputElement>, 'aria-invalid' | 'aria-describedby'>;

/** One line of text. Read-only values look like values, not like a disabled field. */
export function TextField({ label, hint, error, fieldClassName, id, className, ...input }: TextFieldProps) {
  const field = useTypedBeforeHydration(input.value, input.onChange);
  return (
    <Field label={label} hint={hint} error={error} id={id} className={fieldClassName}>
      {(control) => (
        <input
          type="text"
          // A name of another script is read in its own direction.
          dir="auto"
          ref={field}
          {...input}
          {...control}
          className={classNames(styles.control, error && styles.wrong, input.readOnly && styles.readOnly, className)}
        />
      )}
    </Field>
  );
}

export type TextAreaProps = Described & Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'aria-invalid' | 'aria-describedby'>;

/** Several lines of text. */
export function TextArea({ label, hint, error, fieldClassName, id, className, ...input }: TextAreaProps) {
  const field = useTypedBeforeHydration(input.value, input.onChange);
  return (
    <Field label={label} hint={hint} error={error} id={id} className={fieldClassName}>
      {(control) => (
        <textarea
          rows={5}
          dir="auto"
          ref={field}
          {...input}
          {...control}
          className={classNames(styles.control, styles.area, error && styles.wrong, className)}
        />
      )}
    </Field>
  );
}
