import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import styles from './page.module.css';

interface PageHeadingProps {
  title: ReactNode;
  /** One sentence or two below the title. */
  lede?: ReactNode;
  /** Something short above the title: a date line, a true state. */
  above?: ReactNode;
  /** The page's one act, at the right where there is room. */
  action?: ReactNode;
  className?: string | undefined;
}

/** The page's one h1. It can take the focus, so that a change of page is read out from its beginning. */
export function PageHeading({ title, lede, above, action, className }: PageHeadingProps) {
  return (
    <div className={classNames(styles.heading, className)}>
      <div className="stack-12 items-start min-0">
        {above}
        <h1 tabIndex={-1} data-page-heading="">
          {title}
        </h1>
        {lede && <p className={`quiet ${styles.lede}`}>{lede}</p>}
      </div>
      {action && <div className={`unprinted ${styles.action}`}>{action}</div>}
    </div>
  );
}

interface PageProps extends Partial<Pick<PageHeadingProps, 'title' | 'lede' | 'action'>> {
  width?: 'page' | 'working' | 'wide' | 'narrow';
  compact?: boolean;
  children: ReactNode;
}

/**
 * The column a screen stands in: `page` for reading, `working` for numbers, `wide` for one long table, `narrow` for one form or one ticket.
 * @param title of its heading; without one a heading stands elsewhere in it
 * @param compact begins near the top of the window, with a smaller heading: for people who work with it
 */
export function Page({ width = 'page', compact = false, title, lede, action, children }: PageProps) {
  return (
    <div className={classNames(styles.page, styles[width], compact && styles.compact)}>
      {title !== undefined && <PageHeading title={title} lede={lede} action={action} />}
      {children}
    </div>
  );
}
