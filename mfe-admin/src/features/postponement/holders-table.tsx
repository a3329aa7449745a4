import { Card } from '@concert/design-system/card.tsx';
import { DataTable, type Column } from '@concert/design-system/data-table.tsx';
import { sumOfHolders, type Holders } from './holders.ts';
import { texts } from './texts.ts';

const words = texts.holders;

type Row = Omit<Holders, 'category'> & { readonly category: string };

const COLUMNS: readonly Column<Row>[] = [
  { key: 'category', header: words.columns.category, primary: true, cell: ({ category }) => category },
  { key: 'bookings', header: words.columns.bookings, numeric: true, cell: ({ bookings }) => bookings },
  { key: 'tickets', header: words.columns.tickets, numeric: true, cell: ({ tickets }) => tickets },
];

/** Step 1: everybody whose tickets are valid, by category, and all of them together. */
export function HoldersTable({ holders }: { holders: readonly Holders[] }) {
  const rows: Row[] = [...holders, { category: words.together, ...sumOfHolders(holders) }];
  return (
    <Card title={words.title}>
      {holders.length === 0 ? (
        <p className="quiet">{words.none}</p>
      ) : (
        <DataTable caption={words.caption} captionHidden columns={COLUMNS} rows={rows} rowKey={({ category }) => category} />
      )}
    </Card>
  );
}
