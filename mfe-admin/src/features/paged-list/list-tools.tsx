import type { ReactNode } from 'react';
import styles from './list-tools.module.css';

/** What stands above a list: its search first, then what else it can be asked, and how much was found. */
export function ListTools({ count, children }: { count?: string; children: ReactNode }) {
  return (
    <div className={`wrapping ${styles.tools}`}>
      {children}
      {count !== undefined && (
        <p role="status" className={`${styles.count} quiet small figures`}>
          {count}
        </p>
      )}
    </div>
  );
}
