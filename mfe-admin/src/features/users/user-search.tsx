import { useSearchParams } from 'react-router-dom';
import { SearchField } from '../paged-list/search-field.tsx';
import { texts } from './texts.ts';
import styles from './users.module.css';

/** Finds users by the beginning of an email or of a word of the name. What is searched for stands in the address. */
export function UserSearch() {
  const [query, setQuery] = useSearchParams();
  const ask = (text: string) =>
    setQuery(
      (before) => {
        const next = new URLSearchParams(before);
        if (text) next.set('search', text);
        else next.delete('search');
        return next;
      },
      { replace: true },
    );
  return (
    <div className={styles.search}>
      <SearchField label={texts.search.label} search={query.get('search') ?? ''} onSearch={ask} />
    </div>
  );
}
