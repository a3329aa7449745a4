import { NEXT_DATE_LINKS } from '@concert/contracts/notify/next-date-links';
import type { ProblemDocument } from '@concert/contracts/core/problem';
import { Button } from '@concert/design-system/button.tsx';
import { Notice } from '@concert/design-system/notice.tsx';
import { problemText } from '@concert/web-kit/problem-text.ts';
import { useHashLink } from '@concert/web-kit/use-hash-link.ts';
import { useEffect, useRef, useState } from 'react';
import { nextDateLinkTexts } from './texts.ts';
import { notifyApi } from '../../clients.ts';

function linkIn(hash: string) {
  for (const act of ['confirm', 'leave'] as const) {
    const mark = `#${NEXT_DATE_LINKS[act].split('#')[1] ?? ''}`;
    if (hash.startsWith(mark)) return { act, token: hash.slice(mark.length) };
  }
  return undefined;
}

/** Does what a link in a next-date mail asks for, after one press, so that programs which open links change nothing. */
export function NextDateLink() {
  const [opened] = useHashLink(linkIn);
  const [outcome, setOutcome] = useState<'done' | ProblemDocument>();
  const [busy, setBusy] = useState(false);
  const box = useRef<HTMLDivElement>(null);

  useEffect(() => setOutcome(undefined), [opened]);
  useEffect(() => {
    if (outcome) box.current?.focus();
  }, [outcome]);

  if (!opened) return null;
  const { act, token } = opened;
  const words = nextDateLinkTexts[act];
  const carryOut = async () => {
    setBusy(true);
    const result =
      act === 'confirm'
        ? await notifyApi.call.confirmNextDate({ body: { token } })
        : await notifyApi.call.leaveNextDate({ body: { token } });
    setBusy(false);
    setOutcome(result.ok ? 'done' : result.problem);
  };
  return (
    <div ref={box} tabIndex={-1}>
      {outcome === 'done' ? (
        <Notice tone="good" title={words.done}>
          {words.doneText}
        </Notice>
      ) : (
        <Notice
          tone={outcome ? 'bad' : 'info'}
          title={outcome ? words.failed : words.question}
          action={
            <Button busy={busy} busyText={words.busy} onClick={() => void carryOut()}>
              {words.submit}
            </Button>
          }
        >
          {outcome ? problemText(outcome) : words.questionText}
        </Notice>
      )}
    </div>
  );
}
