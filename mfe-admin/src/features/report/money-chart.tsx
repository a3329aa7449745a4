import type { ReportDay } from '@concert/contracts/booking/reports';
import { formatMoney } from '@concert/contracts/core/money';
import { shortDay } from '@concert/contracts/core/time-in-words';
import { Card } from '@concert/design-system/card.tsx';
import { DataTable } from '@concert/design-system/data-table.tsx';
import { barsOf, type Bar } from './bars.ts';
import { formatCount } from './money.ts';
import styles from './money-chart.module.css';
import { texts } from './texts.ts';

const words = texts.chart;

function nameOf({ from, until }: Bar): string {
  return from === until ? shortDay(from) : `${shortDay(from)} – ${shortDay(until)}`;
}

/** Money by day as bars, and as a table for people who cannot see them. */
export function MoneyChart({ days, total, timeZone }: { days: readonly ReportDay[]; total: number; timeZone: string }) {
  const bars = barsOf(days);
  const [first, last] = [bars[0], bars.at(-1)];
  const highest = Math.max(1, ...bars.map(({ chargedMinor, returnedMinor }) => Math.max(chargedMinor, returnedMinor)));
  const returned = bars.some(({ returnedMinor }) => returnedMinor !== 0);
  const slot = 100 / Math.max(bars.length, 1);
  return (
    <Card title={words.title} aside={formatMoney(total)} className={styles.chart}>
      {!first || !last ? (
        <p className="quiet">{words.none}</p>
      ) : (
        <>
          <svg
            className={styles.bars}
            role="img"
            aria-label={words.summary(bars.length, nameOf(first), nameOf(last), formatMoney(total), timeZone)}
            focusable="false"
          >
            {bars.map((bar, index) => (
              <g key={bar.from}>
                <title>
                  {words.bar(nameOf(bar), formatMoney(bar.chargedMinor), bar.returnedMinor === 0 ? '' : formatMoney(bar.returnedMinor))}
                </title>
                {bar.chargedMinor > 0 && (
                  <rect
                    className={styles.charged}
                    x={`${index * slot + slot * 0.12}%`}
                    width={`${slot * 0.76}%`}
                    y={`${100 - (bar.chargedMinor / highest) * 100}%`}
                    height={`${(bar.chargedMinor / highest) * 100}%`}
                    rx="4"
                  />
                )}
                {bar.returnedMinor > 0 && (
                  <rect
                    className={styles.returned}
                    x={`${index * slot + slot * 0.34}%`}
                    width={`${slot * 0.32}%`}
                    y={`${100 - (bar.returnedMinor / highest) * 100}%`}
                    height={`${(bar.returnedMinor / highest) * 100}%`}
                    rx="3"
                  />
                )}
              </g>
            ))}
          </svg>
          <div className={`${styles.axis} between quiet small`} aria-hidden="true">
            <span>{shortDay(first.from)}</span>
            <span>{words.days(timeZone)}</span>
            <span>{shortDay(last.until)}</span>
          </div>
          {returned && (
            <ul className={`wrapping ${styles.legend} plain-list quiet small`}>
              <li data-kind="charged">{words.charged}</li>
              <li data-kind="returned">{words.returned}</li>
            </ul>
          )}
          <details className={styles.twin}>
            <summary className="quiet small">{words.asTable}</summary>
            <DataTable
              caption={words.title}
              captionHidden
              rows={bars}
              rowKey={(bar) => bar.from}
              columns={[
                { key: 'day', header: words.day, primary: true, cell: nameOf },
                { key: 'tickets', header: words.tickets, numeric: true, cell: (bar) => formatCount(bar.tickets) },
                { key: 'charged', header: words.charged, numeric: true, cell: (bar) => formatMoney(bar.chargedMinor) },
                { key: 'returned', header: words.returned, numeric: true, cell: (bar) => formatMoney(bar.returnedMinor) },
              ]}
            />
          </details>
        </>
      )}
    </Card>
  );
}
