import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import styles from './page.module.css';

/** The column a screen stands in: `page` for reading, `working` for numbers, `narrow` for one form or one ticket. */
export function Page({
  width = 'page',
  compact = false,
  className,
  children,
}: {
  width?: 'page' | 'working' | 'narrow';
  /** Begins at once, under a small heading: for a screen that is held in the hand. */
  compact?: boolean;
  className?: string;
  children: ReactNode;
}) {
  return <div className={classNames(styles.page, styles[width], compact && styles.compact, className)}>{children}</div>;
}
