import type { ComponentPropsWithoutRef, ElementType, ReactNode } from 'react';
import type { ButtonVariant } from './button.tsx';
import { classNames } from './class-names.ts';
import styles from './button.module.css';

export type LinkButtonProps<Link extends ElementType = 'a'> = {
  /** The router's link where there is one; a plain anchor otherwise. */
  as?: Link;
  variant?: ButtonVariant;
  wide?: boolean;
  className?: string;
  text: ReactNode;
} & Omit<ComponentPropsWithoutRef<Link>, 'as' | 'className' | 'children' | 'text'>;

/** A link that looks like a button because it is the next step. */
export function LinkButton<Link extends ElementType = 'a'>({
  as,
  variant = 'primary',
  wide = false,
  className,
  text,
  ...rest
}: LinkButtonProps<Link>) {
  const Anchor: ElementType = as ?? 'a';
  return (
    <Anchor {...rest} className={classNames(styles.button, styles[variant], wide && styles.wide, className)}>
      {text}
    </Anchor>
  );
}
