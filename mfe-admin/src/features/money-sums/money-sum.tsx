import { formatMoney } from '@concert/contracts/core/money';
import type { ReactNode } from 'react';
import styles from './money-sum.module.css';

/** One of several sums side by side, with how many payments or bookings it is of. */
export function MoneySum({ term, amountMinor, count }: { term: string; amountMinor: number; count: string }) {
  return (
    <div className={styles.sum}>
      <dt>{term}</dt>
      <dd>
        <span className={`figures one-line ${styles.total}`}>{formatMoney(amountMinor)}</span>
        <span className="quiet">{count}</span>
      </dd>
    </div>
  );
}

/** Sums side by side. */
export function MoneySums({ children }: { children: ReactNode }) {
  return <dl className={`stack-16 ${styles.sums}`}>{children}</dl>;
}
