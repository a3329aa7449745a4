import { useId } from 'react';
import styles from './checkbox.module.css';

export interface CheckboxProps {
  id?: string;
  label: string;
  hint?: string;
  checked: boolean;
  disabled?: boolean;
  onCheck: (checked: boolean) => void;
}

/** A choice of yes or no, with its label beside it and a hint below. */
export function Checkbox({ id: given, label, hint, checked, disabled, onCheck }: CheckboxProps) {
  const made = useId();
  const id = given ?? made;
  const hintId = hint ? `${id}-hint` : undefined;
  return (
    <div className={`min-0 ${styles.checkbox}`}>
      <label className={`justify-start row-target ${styles.label}`} htmlFor={id}>
        <input
          id={id}
          type="checkbox"
          checked={checked}
          disabled={disabled}
          aria-describedby={hintId}
          onChange={({ target }) => onCheck(target.checked)}
        />
        <span>{label}</span>
      </label>
      {hint && (
        <p id={hintId} className={`quiet small ${styles.hint}`}>
          {hint}
        </p>
      )}
    </div>
  );
}
