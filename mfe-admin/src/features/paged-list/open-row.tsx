import { Link, useSearchParams } from 'react-router-dom';
import styles from './rows.module.css';

/** Which row stands open beside its list, as the address says it: Back closes it. */
export function useOpenRow(part: string) {
  const [query, setQuery] = useSearchParams();
  const close = () =>
    setQuery(
      (before) => {
        const next = new URLSearchParams(before);
        next.delete(part);
        return next;
      },
      { preventScrollReset: true },
    );
  return { open: query.get(part), close };
}

interface OpenRowLinkProps {
  /** The part of the address that names the open row. */
  readonly part: string;
  readonly id: string;
  readonly name: string;
  /** What tells two of one name apart. */
  readonly under?: string;
  readonly label: string;
}

/** The name of a row, as the link that opens it beside the list. */
export function OpenRowLink({ part, id, name, under, label }: OpenRowLinkProps) {
  const [query] = useSearchParams();
  const next = new URLSearchParams(query);
  next.set(part, id);
  return (
    <Link className={styles.open} to={{ search: `?${next.toString()}` }} preventScrollReset title={under ?? name} aria-label={label}>
      <span>{name}</span>
      {under && <small className="quiet"> {under}</small>}
    </Link>
  );
}
