import type { ReactNode } from 'react';
import styles from './visually-hidden.module.css';

/** Words for those who listen. */
export function VisuallyHidden({ live, children }: { live?: 'polite'; children: ReactNode }) {
  return (
    <span className={styles.hidden} role={live ? 'status' : undefined}>
      {children}
    </span>
  );
}
