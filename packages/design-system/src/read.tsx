import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { Notice } from './notice.tsx';
import { Skeleton, type SkeletonProps } from './skeleton.tsx';

interface ReadProps<T> extends Pick<SkeletonProps, 'shape' | 'count'> {
  /** What is read, as far as it is known. */
  readonly reading: {
    readonly value: T | undefined;
    readonly failure: string | undefined;
    readonly busy: boolean;
    readonly again: () => void;
  };
  readonly words: { readonly failed: string; readonly reading?: string };
  /** The placeholder while it is read for the first time; by default one of that shape, which says what is read. */
  readonly skeleton?: ReactNode;
  readonly children: (value: T) => ReactNode;
}

/**
 * Shows something that is read: a placeholder, then the content, which stays when it is read again; or why it could not be read, with a
 * button to try again.
 */
export function Read<T>({ reading: { value, failure, busy, again }, words, skeleton, children, ...placeholder }: ReadProps<T>) {
  if (value !== undefined) return children(value);
  if (failure === undefined || busy) return skeleton ?? <Skeleton {...placeholder} label={words.reading} />;
  return <ReadFailed words={words} failure={failure} again={again} />;
}

interface ReadFailedProps {
  readonly words: ReadProps<never>['words'];
  readonly failure: string | undefined;
  readonly again: () => void;
}

/** Says that something could not be read: why, with a button to try again. */
export function ReadFailed({ words, failure, again }: ReadFailedProps) {
  return (
    <Notice
      tone="bad"
      live="assertive"
      title={words.failed}
      action={
        <Button variant="secondary" onClick={again}>
          Try again
        </Button>
      }
    >
      {failure}
    </Notice>
  );
}
