import type { Report, ReportTotal } from '@concert/contracts/booking/reports';
import { formatMoney } from '@concert/contracts/core/money';
import { Card } from '@concert/design-system/card.tsx';
import { DataTable, type Column } from '@concert/design-system/data-table.tsx';
import { Progress } from '@concert/design-system/progress.tsx';
import { Link } from 'react-router-dom';
import { allOf, isSeating, seatsIn, type Line } from './figures.ts';
import { formatCount } from './money.ts';
import styles from './report-totals.module.css';
import { texts } from './texts.ts';

const words = texts.totals;

/** The answer first: seats taken, and what was charged, by category. */
export function ReportTotals({ report }: { report: Report }) {
  const groups = report.categories.filter(({ category, sold }) => !isSeating(category) && sold > 0);
  const { seatings, sold, capacity, held } = seatsIn(report);
  const columns: readonly Column<Line>[] = [
    { key: 'category', header: words.category, primary: true, cell: ({ category }) => category },
    {
      key: 'tickets',
      header: words.tickets,
      numeric: true,
      // What is counted by the booking says how many there are.
      cell: ({ tickets, count, countedBy = 'ticket' }) =>
        countedBy === 'ticket' ? formatCount(tickets) : words.ticketsIn(formatCount(tickets), formatCount(count), count, countedBy),
    },
    { key: 'charged', header: words.charged, numeric: true, cell: ({ chargedMinor }) => formatMoney(chargedMinor) },
  ];
  return (
    <div className={`stack-16 ${styles.totals}`}>
      <Card title={words.seats} aside={words.seatsOf(formatCount(sold), formatCount(capacity))} className={styles.seats}>
        {seatings.map((total) => (
          <SeatsTaken key={total.category} total={total} held={total.held} />
        ))}
        {held > 0 && <p className="quiet">{words.held(formatCount(held))}</p>}
        {groups.map((total) => (
          <SeatsTaken key={total.category} total={total} held={0} />
        ))}
      </Card>
      <Card title={words.byCategory}>
        <DataTable
          caption={words.byCategory}
          captionHidden
          columns={columns}
          rows={[...report.categories, allOf(report.categories)]}
          rowKey={({ category }) => category}
          className={styles.totalsTable}
        />
        <p className="quiet">
          <Link to="/money">{words.money}</Link>
        </p>
      </Card>
    </div>
  );
}

function SeatsTaken({ total: { category, sold, capacity }, held }: { total: ReportTotal; held: number }) {
  const inWords = words.seatsIn(formatCount(sold), formatCount(capacity), held);
  return <Progress label={category} value={sold} max={capacity} valueText={inWords} />;
}
