import type { ButtonHTMLAttributes, MouseEvent, ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { LoadingRing } from './rings.tsx';
import { useAlive } from './use-alive.ts';
import styles from './button.module.css';

export type ButtonVariant = 'primary' | 'secondary' | 'accent' | 'danger' | 'plain';

export interface ButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'children'> {
  variant?: ButtonVariant;
  /** While busy the button keeps its place and focus, says so, and does nothing when pressed. */
  busy?: boolean;
  /** Shown in place of the label while busy. */
  busyText?: string;
  wide?: boolean;
  children: ReactNode;
}

/**
 * A button whose label names the act and its result. On a prerendered page a form cannot be sent before the code runs: the browser would
 * send it by itself, with what was typed (a password too) in the address.
 */
export function Button({
  variant = 'primary',
  busy = false,
  busyText,
  wide = false,
  type = 'button',
  className,
  disabled = false,
  onClick,
  children,
  ...rest
}: ButtonProps) {
  const waiting = !useAlive() && type === 'submit';
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
      disabled={disabled || waiting}
      data-waiting={waiting || undefined}
      className={classNames('unprinted', styles.button, styles[variant], wide && styles.wide, busy && styles.busy, className)}
      aria-disabled={busy || undefined}
      aria-busy={busy || undefined}
      onClick={press}
    >
      {busy && <LoadingRing />}
      <span>{busy && busyText ? busyText : children}</span>
    </button>
  );
}
