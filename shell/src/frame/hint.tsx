import type { ReactNode } from 'react';
import styles from './hint.module.css';

/** A quiet line between navigation and page about the state of the whole site. */
export function Hint({ action, children }: { action?: ReactNode; children: ReactNode }) {
  return (
    <div className={styles.hint} role="status">
      <svg viewBox="0 0 24 24" className={styles.shape} aria-hidden="true" focusable="false">
        <circle cx="12" cy="12" r="10" />
        <path d="M12 7v6M12 16.6v.2" />
      </svg>
      <p>{children}</p>
      {action}
    </div>
  );
}
