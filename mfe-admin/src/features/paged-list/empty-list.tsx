import { LinkButton } from '@concert/design-system/link-button.tsx';
import { Notice } from '@concert/design-system/notice.tsx';
import { useLocation } from 'react-router-dom';

interface EmptyListProps {
  readonly title: string;
  readonly text?: string | undefined;
  /** Leads back to the whole list after a search. */
  readonly all?: string | undefined;
}

/** Shown in place of a list without rows. */
export function EmptyList({ title, text, all }: EmptyListProps) {
  const { pathname } = useLocation();
  if (!text) return <p className="quiet">{title}</p>;
  return (
    <Notice live="polite" title={title} action={all && <LinkButton to={pathname} variant="secondary" text={all} />}>
      {text}
    </Notice>
  );
}
