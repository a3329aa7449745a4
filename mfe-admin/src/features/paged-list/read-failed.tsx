import type { ProblemDocument } from '@concert/contracts/core/problem';
import { Button } from '@concert/design-system/button.tsx';
import { Notice } from '@concert/design-system/notice.tsx';
import { problemText } from '@concert/web-kit/problem-text.ts';

interface ReadFailedProps {
  readonly words: { readonly failed: string; readonly again: string };
  readonly problem: ProblemDocument | undefined;
  readonly again: () => void;
}

/** Something could not be read: why, and the way to try again. */
export function ReadFailed({ words, problem, again }: ReadFailedProps) {
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
      {problem && problemText(problem)}
    </Notice>
  );
}
