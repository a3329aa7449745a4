import { formatMoney } from '@concert/contracts/core/money';
import styles from './money-sum.module.css';

/** One of several sums side by side, with how many payments or bookings it is of. */
export function MoneySum({ term, amountMinor, count }: { term: string; amountMinor: number; count: string }) {
  return (
    <div className={styles.sum}>
      <dt>{term}</dt>
      <dd>
        <span className={styles.total}>{formatMoney(amountMinor)}</span>
        <span className="quiet">{count}</span>
      </dd>
    </div>
  );
}
