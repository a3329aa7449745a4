import type { SelectHTMLAttributes } from 'react';
import { classNames } from './class-names.ts';
import { Field, type FieldProps } from './field.tsx';
import field from './field.module.css';
import styles from './select.module.css';

export interface SelectOption {
  value: string;
  label: string;
  disabled?: boolean;
}

export type SelectProps = Pick<FieldProps, 'label' | 'hint' | 'error'> & {
  options: readonly SelectOption[];
  /** First line that stands for 'nothing chosen yet'; its value is the empty text. */
  placeholder?: string;
  fieldClassName?: string;
} & Omit<SelectHTMLAttributes<HTMLSelectElement>, 'children' | 'aria-invalid' | 'aria-describedby'>;

/** The system's own list: it works with every keyboard and on every phone. */
export function Select({ label, hint, error, options, placeholder, fieldClassName, id, className, ...select }: SelectProps) {
  return (
    <Field label={label} hint={hint} error={error} id={id} className={fieldClassName}>
      {(control) => (
        <span className={styles.frame}>
          <select {...select} {...control} className={classNames(field.control, styles.select, error && field.wrong, className)}>
            {placeholder !== undefined && <option value="">{placeholder}</option>}
            {options.map((option) => (
              <option key={option.value} value={option.value} disabled={option.disabled}>
                {option.label}
              </option>
            ))}
          </select>
          <svg viewBox="0 0 16 16" aria-hidden="true" focusable="false" className={`drawn ${styles.arrow}`}>
            <path d="m3.5 6 4.5 4.5L12.5 6" />
          </svg>
        </span>
      )}
    </Field>
  );
}
