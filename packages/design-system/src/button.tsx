import type { ButtonHTMLAttributes, MouseEvent, ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { LoadingRing } from './rings.tsx';
import styles from './button.module.css';

export type ButtonVariant = 'primary' | 'secondary' | 'accent' | 'danger' | 'plain';

export interface ButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'children'> {
  variant?: ButtonVariant;
  /** While busy the button keeps its place and focus, says so, and does nothing when pressed. */
  busy?: boolean;
  /** Takes the place of the words while busy. */
  busyText?: string;
  wide?: boolean;
  children: ReactNode;
}

/** A button names the act and its result. */
export function Button({ variant = 'primary', busy = false, busyText, wide = false, type = 'button', className, onClick, children, ...rest }: ButtonProps) {
  const press = (click: MouseEvent<HTMLButtonElement>) => {
    if (busy) {
      click.preventDefault();
      return;
    }
    onClick?.(click);
  };
  return (
    <button
      {...rest}
      type={type}
      className={classNames(styles.button, styles[variant], wide && styles.wide, busy && styles.busy, className)}
      aria-disabled={busy || undefined}
      aria-busy={busy || undefined}
      onClick={press}
    >
      {busy && <LoadingRing />}
      <span>{busy && busyText ? busyText : children}</span>
    </button>
  );
}
