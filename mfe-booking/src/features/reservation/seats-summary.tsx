import { formatMoney, majorUnits, money } from '@concert/contracts/core/money';
import { Card } from '@concert/design-system/card.tsx';
import { DescriptionList } from '@concert/design-system/description-list.tsx';
import { texts } from '../../texts.ts';
import { amountMinor, type Category } from './choice.ts';
import styles from './reservation.module.css';

/** What will be paid, and how long the seats are held. */
export function SeatsSummary({ category, tickets, holdSeconds }: { category: Category; tickets: number; holdSeconds: number }) {
  const total = amountMinor(category, tickets);
  const words = texts.reserve.summary;
  return (
    <Card tone="sunk" title={words.title} as="aside">
      <DescriptionList
        split
        items={[
          { term: words.line(category.label, tickets), value: `$${majorUnits(total)}` },
          { term: words.fee, value: words.none },
        ]}
      />
      <hr />
      <p className={styles.total}>
        <span>{words.total}</span> <strong>{formatMoney(money(total))}</strong>
      </p>
      <p className={styles.small}>{words.hold(Math.round(holdSeconds / 60))}</p>
    </Card>
  );
}
