import { formatMoney, formatTotal } from '@concert/contracts/core/money';
import { Card } from '@concert/design-system/card.tsx';
import { classNames } from '@concert/design-system/class-names.ts';
import { DescriptionList } from '@concert/design-system/description-list.tsx';
import { texts } from '../../texts.ts';
import { texts as accessTexts } from './access-texts.ts';
import { texts as giftTexts } from './gift-texts.ts';
import styles from './reservation.module.css';
import type { SeatChoice } from './use-seat-choice.ts';

/** The sum. On a phone it stands at the foot of the window as long as its place in the page is below. */
export function SeatsTotal({ totalMinor, className }: { totalMinor: number; className: string | undefined }) {
  return (
    <p className={classNames('row-16 strong figures between', className)}>
      <span>{texts.reserve.summary.total}</span> <strong>{formatTotal(totalMinor)}</strong>
    </p>
  );
}

interface SeatsSummaryProps {
  seats: SeatChoice;
  /** What is given beside them, in minor units. */
  giftMinor: number;
  holdSeconds: number;
  signedIn: boolean;
}

/** What will be paid, and how long the seats are held. */
export function SeatsSummary({ seats, giftMinor, holdSeconds, signedIn }: SeatsSummaryProps) {
  const { category, tickets, companions, free, amountMinor } = seats;
  const words = texts.reserve.summary;
  const access = accessTexts.summary;
  return (
    <Card tone="sunk" title={words.title} as="aside">
      <DescriptionList
        split
        items={[
          { term: words.line(category.label, tickets - free), value: formatMoney(amountMinor) },
          ...(free > 0 ? [{ term: access.freeCompanion, value: access.free }] : []),
          ...(companions === undefined ? [] : [{ term: access.accessible, value: access.companions(companions) }]),
          ...(giftMinor > 0 ? [{ term: giftTexts.line, value: formatMoney(giftMinor) }] : []),
          { term: words.fee, value: words.none },
        ]}
      />
      <hr />
      <SeatsTotal totalMinor={amountMinor + giftMinor} className={styles.inside} />
      {category.pricedPer === 'booking' && <p>{words.upTo(category.maxTickets, tickets)}</p>}
      <p className="quiet small">{signedIn ? words.hold(Math.round(holdSeconds / 60)) : words.holdFirst}</p>
    </Card>
  );
}
