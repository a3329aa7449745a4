import { classNames } from '@concert/design-system/class-names.ts';
import type { ReactNode } from 'react';
import styles from './hint.module.css';

interface HintProps {
  /** `bad`: something that a visitor hoped for is not to be had. */
  readonly tone?: 'bad';
  readonly action?: ReactNode;
  readonly children: ReactNode;
}

/** A line between navigation and page about the state of the whole site. */
export function Hint({ tone, action, children }: HintProps) {
  return (
    <div className={classNames('unprinted', styles.hint, tone && styles[tone])} role="status">
      <div className={styles.said}>
        <svg viewBox="0 0 24 24" className={`drawn ${styles.shape}`} aria-hidden="true" focusable="false">
          <circle cx="12" cy="12" r="10" />
          <path d="M12 7v6M12 16.6v.2" />
        </svg>
        <p>{children}</p>
      </div>
      {action}
    </div>
  );
}
