import { formatMoney } from '@concert/contracts/core/money';
import { shortDay } from '@concert/contracts/core/time-in-words';
import { BOOK_LINES, type AccountBook } from '@concert/contracts/payment/books';
import { Card } from '@concert/design-system/card.tsx';
import { DataTable } from '@concert/design-system/data-table.tsx';
import styles from './money.module.css';
import { texts } from './texts.ts';

const words = texts.days;

/** What was charged on each day on which money moved, as bars; every line of the account by day, as a table. One day alone shows nothing new. */
export function DaysCard({ book: { currency, days, lines }, timeZone }: { book: AccountBook; timeZone: string }) {
  const [first, last] = [days[0], days.at(-1)];
  if (!first || !last || days.length === 1) return null;
  const money = (minor: number) => formatMoney(minor, currency);
  const highest = Math.max(1, ...days.map((day) => day.lines.charged));
  const span = [shortDay(first.day), shortDay(last.day)] as const;
  return (
    <Card title={words.title}>
      <svg className={styles.bars} role="img" aria-label={words.summary(money(lines.charged), ...span)} focusable="false">
        {days.map(({ day, lines: { charged } }, index) => (
          <rect
            key={day}
            x={`${((index + 0.12) / days.length) * 100}%`}
            width={`${76 / days.length}%`}
            y={`${(1 - charged / highest) * 100}%`}
            height={`${(charged / highest) * 100}%`}
          >
            <title>{words.bar(shortDay(day), money(charged))}</title>
          </rect>
        ))}
      </svg>
      <div className="wrapping between quiet small" aria-hidden="true">
        <span>{span[0]}</span>
        <span>{words.counted(timeZone)}</span>
        <span>{span[1]}</span>
      </div>
      <details className={styles.days}>
        <summary className="quiet small">{words.asTable}</summary>
        <DataTable
          caption={words.title}
          captionHidden
          rows={days}
          rowKey={({ day }) => day}
          columns={[
            { key: 'day', header: words.day, primary: true, cell: ({ day }) => shortDay(day) },
            ...BOOK_LINES.filter((line) => days.some((day) => day.lines[line] !== 0)).map((line) => ({
              key: line,
              header: texts.account.lines[line],
              numeric: true,
              cell: (day: (typeof days)[number]) => money(day.lines[line]),
            })),
          ]}
        />
      </details>
    </Card>
  );
}
