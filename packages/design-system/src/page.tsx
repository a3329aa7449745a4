import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import styles from './page.module.css';

interface PageProps {
  readonly width?: 'page' | 'working' | 'wide' | 'narrow';
  readonly compact?: boolean;
  readonly className?: string;
  readonly children: ReactNode;
}

/**
 * The column a screen stands in: `page` for reading, `working` for numbers, `wide` for one long table, `narrow` for one form or one ticket.
 * @param compact begins near the top of the window, with a smaller heading: for people who work with it
 */
export function Page({ width = 'page', compact = false, className, children }: PageProps) {
  return <div className={classNames(styles.page, styles[width], compact && styles.compact, className)}>{children}</div>;
}
