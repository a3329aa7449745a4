import { Button } from '@concert/design-system/button.tsx';
import { Notice } from '@concert/design-system/notice.tsx';
import { Skeleton } from '@concert/design-system/skeleton.tsx';
import { problemText } from '@concert/web-kit/problem-text.ts';
import type { ReactNode } from 'react';
import { ReadFailed } from './read-failed.tsx';
import type { PagedRows } from './use-paged-list.ts';
import styles from './paged-list.module.css';

interface PagedListProps {
  readonly list: PagedRows<unknown>;
  readonly more: () => void;
  readonly again: () => void;
  readonly words: { readonly reading: string; readonly failed: string; readonly again: string; readonly more: string };
  /** How many rows stand in for those that are being read. */
  readonly skeletons: number;
  /** What is said when there is no row. */
  readonly empty: ReactNode;
  /** The rows, shown once there are any. */
  readonly children: ReactNode;
}

/** A list in each of its states: being read, failed, empty, shown in part, shown whole. */
export function PagedList({ list, more, again, words, skeletons, empty, children }: PagedListProps) {
  const any = list.rows.length > 0;
  return (
    <>
      {list.state === 'reading' && !any && <Skeleton shape="field" count={skeletons} label={words.reading} />}
      {list.state === 'failed' && <ReadFailed words={words} problem={list.problem} again={again} />}
      {list.state === 'read' && !any && empty}
      {any && children}
      {list.state === 'more-failed' && (
        <Notice tone="bad" live="assertive" title={words.failed}>
          {list.problem && problemText(list.problem)}
        </Notice>
      )}
      {list.next !== undefined && any && (
        <Button
          variant="secondary"
          className={styles.more}
          busy={list.state === 'reading-more'}
          busyText={words.reading}
          onClick={list.state === 'more-failed' ? again : more}
        >
          {words.more}
        </Button>
      )}
    </>
  );
}
