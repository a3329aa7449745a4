import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import styles from './page-heading.module.css';

export interface PageHeadingProps {
  title: ReactNode;
  /** One sentence or two below the title. */
  lede?: ReactNode;
  /** Something short above the title: a date line, a true state. */
  above?: ReactNode;
  /** The page's one act, at the right where there is room. */
  action?: ReactNode;
  className?: string;
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
      {action && <div className={styles.action}>{action}</div>}
    </div>
  );
}
