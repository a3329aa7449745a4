import { classNames } from '@concert/design-system/class-names.ts';
import { DataTable, type DataTableProps } from '@concert/design-system/data-table.tsx';
import styles from './rows.module.css';

/**
 * The rows of a list, a line each, or a card where there is less room. A column says by its class from `rows.module.css` where it stands:
 * `name`, `state`, `sum`, `end`; what is `cut`, what wraps as it is `long`, and what only a wide window shows (`spare`).
 */
export function ListTable<Row>({ className, ...table }: Omit<DataTableProps<Row>, 'captionHidden'>) {
  return <DataTable {...table} captionHidden className={classNames(styles.list, className)} />;
}
