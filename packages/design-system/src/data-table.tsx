import { useEffect, useRef, useState, type ReactNode } from 'react';
import { classNames } from './class-names.ts';
import styles from './data-table.module.css';

export interface Column<Row> {
  key: string;
  header: string;
  cell: (row: Row) => ReactNode;
  /** Numbers that are compared stand at the right, in figures of equal width. */
  numeric?: boolean;
  /** The column that names the row. */
  primary?: boolean;
  className?: string;
}

type ColumnContent<Row> = Omit<Column<Row>, 'key' | 'header'>;

/** Columns in their order, each by the name of its header. */
export type Columns<Row, Name extends string> = Readonly<Partial<Record<Name, ColumnContent<Row>>>>;

/** Puts the words of their headers above columns. */
export function columnsOf<Row, Name extends string>(
  headers: Readonly<Record<Name, string>>,
  columns: Columns<Row, NoInfer<Name>>,
): readonly Column<Row>[] {
  return (Object.entries(columns) as [Name, ColumnContent<Row>][]).map(([key, column]) => ({ key, header: headers[key], ...column }));
}

export interface DataTableProps<Row> {
  caption: string;
  captionHidden?: boolean;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  className?: string;
}

/**
 * A table where there is room, one card per row where there is not; in between it alone scrolls sideways, by keyboard as well. The roles are written out because browsers drop them from a table whose
 * parts are laid out as blocks.
 */
export function DataTable<Row>({ caption, captionHidden = false, columns, rows, rowKey, className }: DataTableProps<Row>) {
  const frame = useRef<HTMLDivElement>(null);
  const [scrolls, setScrolls] = useState(false);
  useEffect(() => {
    const look = () => setScrolls(frame.current !== null && frame.current.scrollWidth > frame.current.clientWidth);
    look();
    window.addEventListener('resize', look);
    return () => window.removeEventListener('resize', look);
  }, [rows]);
  return (
    <div
      ref={frame}
      className={classNames(styles.frame, className)}
      {...(scrolls ? { role: 'group', 'aria-label': caption, tabIndex: 0 } : {})}
    >
      <table role="table" className={styles.table}>
        <caption className={captionHidden ? 'visually-hidden' : styles.caption}>{caption}</caption>
        <thead role="rowgroup" className={styles.head}>
          <tr role="row">
            {columns.map((column) => (
              <th
                key={column.key}
                role="columnheader"
                scope="col"
                className={classNames(column.numeric && styles.numeric, column.className)}
              >
                {column.header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {rows.map((row) => (
            <tr key={rowKey(row)} role="row" className={styles.row}>
              {columns.map((column) => {
                const Cell = column.primary ? 'th' : 'td';
                return (
                  <Cell
                    key={column.key}
                    role={column.primary ? 'rowheader' : 'cell'}
                    {...(column.primary ? { scope: 'row' } : {})}
                    data-label={column.header}
                    className={classNames(column.numeric && styles.numeric, column.primary && styles.primary, column.className)}
                  >
                    <span className={styles.value}>{column.cell(row)}</span>
                  </Cell>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
