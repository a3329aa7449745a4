import type { ComponentPropsWithoutRef, ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { ButtonVariant } from './button.tsx';
import { classNames } from './class-names.ts';
import styles from './button.module.css';

interface LinkButtonProps extends Partial<Omit<ComponentPropsWithoutRef<typeof Link>, 'children'>> {
  href?: string;
  variant?: ButtonVariant;
  wide?: boolean;
  text: ReactNode;
}

/** A link that looks like a button because it is the next step: `to` a page of the site, or `href` of anything else. */
export function LinkButton({ to, variant = 'primary', wide = false, className, text, ...rest }: LinkButtonProps) {
  const look = { ...rest, className: classNames('unprinted', styles.button, styles[variant], wide && styles.wide, className) };
  return to === undefined ? (
    <a {...look}>{text}</a>
  ) : (
    <Link {...look} to={to}>
      {text}
    </Link>
  );
}
