import { REPORT_CATEGORIES, REPORT_SORTS, REPORT_STATUSES } from '@concert/contracts/booking/reports';
import { Select } from '@concert/design-system/select.tsx';
import { SearchField } from '../paged-list/search-field.tsx';
import { useQueryPart } from '../paged-list/use-query-part.ts';
import type { ReportQuery } from './question.ts';
import styles from './report-filters.module.css';
import { texts } from './texts.ts';

const words = texts.filters;

/** One search and three choices, which all stand in the address, and beside them what they found. */
export function ReportFilters({ question, count }: { question: ReportQuery; count: string }) {
  const set = useQueryPart();
  return (
    <div className={`stack-8 labels-hidden ${styles.filters}`}>
      <div className={styles.search}>
        <SearchField label={words.search} placeholder={words.searchHint} search={question.search} onSearch={set('search')} />
      </div>
      <Select
        label={words.seating}
        placeholder={words.allSeating}
        value={question.seating}
        options={REPORT_CATEGORIES.map((value) => ({ value, label: value }))}
        onChange={(choice) => set('seating')(choice.target.value)}
      />
      <Select
        label={words.status}
        placeholder={words.anyStatus}
        value={question.status}
        options={REPORT_STATUSES.map((value) => ({ value, label: texts.statuses[value] }))}
        onChange={(choice) => set('status')(choice.target.value)}
      />
      <Select
        label={words.sort}
        value={question.sort}
        options={REPORT_SORTS.map((value) => ({ value, label: words.sorts[value] }))}
        onChange={({ target }) => set('sort')(target.value === '-created' ? '' : target.value)}
      />
      <p role="status" className={`${styles.count} quiet small figures`}>
        {count}
      </p>
    </div>
  );
}
