import { LinkButton } from '@concert/design-system/link-button.tsx';
import { Notice } from '@concert/design-system/notice.tsx';
import { Link } from 'react-router-dom';

interface EmptyListProps {
  readonly title: string;
  readonly text: string;
  /** The way back to the whole list after a search. */
  readonly all?: { readonly to: string; readonly text: string } | undefined;
}

/** Shown in place of a list without rows. */
export function EmptyList({ title, text, all }: EmptyListProps) {
  return (
    <Notice live="polite" title={title} action={all && <LinkButton as={Link} to={all.to} variant="secondary" text={all.text} />}>
      {text}
    </Notice>
  );
}
