import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { Notice } from './notice.tsx';

interface ReadProps<T> {
  /** What is read, as far as it is known. */
  readonly reading: {
    readonly value: T | undefined;
    readonly failure: string | undefined;
    readonly busy: boolean;
    readonly again: () => void;
  };
  /** What failed, and the button that tries again. */
  readonly words: { readonly failed: string; readonly again: string };
  /** What stands in for it while it is read for the first time. */
  readonly skeleton: ReactNode;
  readonly children: (value: T) => ReactNode;
}

/** Something that is read: its outline, then itself, which stays when a later look fails; or why it could not be read, and the way to try again. */
export function Read<T>({ reading: { value, failure, busy, again }, words, skeleton, children }: ReadProps<T>) {
  if (value !== undefined) return children(value);
  if (failure === undefined || busy) return skeleton;
  return <ReadFailed words={words} failure={failure} again={again} />;
}

/** Something could not be read: why, and the way to try again. */
export function ReadFailed({
  words,
  failure,
  again,
}: {
  readonly words: ReadProps<never>['words'];
  readonly failure: string | undefined;
  readonly again: () => void;
}) {
  return (
    <Notice
      tone="bad"
      live="assertive"
      title={words.failed}
      action={
        <Button variant="secondary" onClick={again}>
          {words.again}
        </Button>
      }
    >
      {failure}
    </Notice>
  );
}
