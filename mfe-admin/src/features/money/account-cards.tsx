import { formatMoney } from '@concert/contracts/core/money';
import { recentInWords } from '@concert/contracts/core/time-in-words';
import { BOOK_LINES, type AccountBook, type BookLines, type Books } from '@concert/contracts/payment/books';
import { Card } from '@concert/design-system/card.tsx';
import { DataTable, type Column } from '@concert/design-system/data-table.tsx';
import { Notice } from '@concert/design-system/notice.tsx';
import { DaysCard } from './days-card.tsx';
import styles from './money.module.css';
import { texts } from './texts.ts';

const words = texts.account;

/** The books of the account at the payment provider, a table for each of its currencies; nothing adds two. */
export function AccountCards({ books: { at, accounts }, timeZone }: { books: Books; timeZone: string }) {
  if (accounts.length === 0) return <Card title={words.title}>{at === null ? words.notYet : words.none}</Card>;
  return accounts.map((book) => (
    <div key={book.currency} className="stack-16 one-column">
      <Card title={words.titleOf(book.currency)}>
        <Statement book={book} readAt={at === null ? '' : recentInWords(at, timeZone)} />
      </Card>
      <DaysCard book={book} timeZone={timeZone} />
    </div>
  ));
}

/** A line of the table, by category and for all; what a category does not have is left out. */
interface Line {
  readonly name: string;
  readonly all: number;
  readonly of?: (lines: BookLines) => number;
}

/** All that came and went, down to what is at the provider: the table closes, where needed by a difference that it names. */
function Statement({ book: { currency, lines, categories, balance, differenceMinor }, readAt }: { book: AccountBook; readAt: string }) {
  const money = (minor: number) => formatMoney(minor, currency);
  const rows: Line[] = [
    ...BOOK_LINES.map((line) => ({ name: words.lines[line], all: lines[line], of: (own: BookLines) => own[line] })),
    ...(differenceMinor === 0 ? [] : [{ name: words.difference, all: differenceMinor }]),
    { name: words.atProvider, all: balance.availableMinor + balance.pendingMinor },
  ];
  const columns: Column<Line>[] = [
    { key: 'line', header: words.line, primary: true, cell: ({ name }) => name },
    ...categories.map(({ category, lines: own }) => ({
      key: `${category}`,
      header: category?.replace(/ Seating$/, '') ?? words.noCategory,
      numeric: true,
      cell: ({ of }: Line) => of && of(own) !== 0 && money(of(own)),
    })),
    { key: 'all', header: words.all, numeric: true, className: 'strong', cell: ({ all }) => money(all) },
  ];
  return (
    <>
      <DataTable
        caption={words.titleOf(currency)}
        captionHidden
        columns={columns}
        rows={rows}
        rowKey={({ name }) => name}
        className={styles.statement}
      />
      <p className="quiet">{words.balance(readAt, money(balance.availableMinor), money(balance.pendingMinor))}</p>
      {differenceMinor !== 0 && (
        <Notice tone="warn" title={words.differs(money(differenceMinor))} action={<a href="#differences">{words.toDifferences}</a>}>
          {words.differsText}
        </Notice>
      )}
    </>
  );
}
