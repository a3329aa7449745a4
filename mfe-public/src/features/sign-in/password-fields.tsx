import { PASSWORD_MIN } from '@concert/contracts/auth/account-rules';
import { PasswordField, type PasswordFieldProps } from '@concert/design-system/password-field.tsx';
import { useState } from 'react';
import { texts } from '../../texts.ts';

const words = texts.password;

/** A new password; its rule is shown before anything is sent. */
export function NewPasswordField(props: PasswordFieldProps & { readonly value: string }) {
  // Counted as the rule does: by characters, not by code units.
  const typed = [...props.value.normalize('NFC')].length;
  return (
    <PasswordField
      {...props}
      name="new-password"
      autoComplete="new-password"
      required
      hint={typed > 0 && typed < PASSWORD_MIN ? words.soFar(typed, PASSWORD_MIN) : words.rule(PASSWORD_MIN)}
    />
  );
}

export interface ConfirmFieldProps {
  readonly id: string;
  readonly password: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** The same password once more. As long as it may still become the same, no fault is shown. */
export function ConfirmPasswordField({ id, password, value, onChange }: ConfirmFieldProps) {
  const [left, setLeft] = useState(false);
  const differs = value !== '' && value !== password && (left || !password.startsWith(value));
  return (
    <PasswordField
      id={id}
      label={words.confirm}
      name="confirm-password"
      autoComplete="new-password"
      required
      value={value}
      hint={words.confirmHint}
      error={differs ? words.mismatch : undefined}
      onBlur={() => setLeft(true)}
      onChange={(typed) => onChange(typed.target.value)}
    />
  );
}
