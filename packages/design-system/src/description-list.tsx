import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import styles from './description-list.module.css';

export interface Description {
  term: string;
  value: ReactNode;
  /** Codes and ids, in a typeface that tells similar letters apart. */
  code?: boolean;
  strong?: boolean;
}

/** Facts with their names. `split` sets the values at the right, for sums. */
export function DescriptionList({ items, split = false }: { items: readonly Description[]; split?: boolean }) {
  return (
    <dl className={classNames(styles.list, split && styles.split)}>
      {items.map((item, index) => (
        // Two lines of a sum may be called alike.
        <div key={`${index} ${item.term}`} className={styles.row}>
          <dt className="quiet">{item.term}</dt>
          <dd translate={item.code ? 'no' : undefined} className={classNames(item.strong && 'strong', item.code && styles.code)}>
            {item.value}
          </dd>
        </div>
      ))}
    </dl>
  );
}
