import { reportRoutes } from '@concert/contracts/booking/reports';
import { formatPrice } from '@concert/contracts/core/money';
import { recentInWords } from '@concert/contracts/core/time-in-words';
import { timedMessageRoutes, type TimedMessageView } from '@concert/contracts/notify/timed-messages';
import { Read } from '@concert/design-system/read.tsx';
import { useRoute } from '@concert/web-kit/reading/use-route.ts';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { timedPath } from '../message-runs/addresses.ts';
import { texts as messageTexts } from '../message-runs/texts.ts';
import { allOf, seatsIn } from '../report/figures.ts';
import { formatCount } from '../report/money.ts';
import styles from './desk.module.css';
import { texts } from './texts.ts';

const words = texts.figures;

/** How the sale stands, in a line: sold today and in all, what was charged, what is left, and the next email to everyone. */
export function Figures() {
  const report = useRoute(reportRoutes.showReport, {}, { onReturn: true });
  const timed = useRoute(timedMessageRoutes.listTimedMessages, {}, { onReturn: true });
  return (
    <div className={styles.room}>
      <Read reading={report} words={words} shape="heading">
        {(read) => {
          const { seatings, sold, capacity } = seatsIn(read);
          const left = seatings.map(({ category, capacity: seats, sold: taken, held }) => [category, seats - taken - held] as const);
          return (
            <dl className={`wrapping ${styles.figures} figures`}>
              <Figure term={words.today}>{formatCount(read.soldToday)}</Figure>
              <Figure term={words.sold}>{words.of(formatCount(sold), formatCount(capacity))}</Figure>
              <Figure term={words.charged}>{formatPrice(allOf(read.categories).chargedMinor)}</Figure>
              <Figure term={words.left}>{left.map(([category, seats]) => words.leftIn(category, formatCount(seats))).join(', ')}</Figure>
              <Figure term={words.next}>
                <NextEmail items={timed.value?.items} timeZone={read.timeZone} />
              </Figure>
            </dl>
          );
        }}
      </Read>
    </div>
  );
}

function Figure({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div>
      <dt className="quiet small">{term}</dt>
      <dd className="strong">{children}</dd>
    </div>
  );
}

/** The scheduled email that goes next. */
function NextEmail({ items, timeZone }: { items: readonly TimedMessageView[] | undefined; timeZone: string }) {
  const next = items?.find(({ state }) => state === 'planned');
  if (!next) return items ? words.noNext : words.unknown;
  return (
    <Link to={timedPath(next.message)}>{words.nextAt(messageTexts.timed.names[next.message], recentInWords(next.dueAt, timeZone))}</Link>
  );
}
