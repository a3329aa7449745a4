import type { ProblemDocument } from '@concert/contracts/core/problem';
import { REFUND_CALL_TIMEOUT_MS } from '@concert/contracts/payment/refunds';
import { Button } from '@concert/design-system/button.tsx';
import { LinkButton } from '@concert/design-system/link-button.tsx';
import { Notice } from '@concert/design-system/notice.tsx';
import { Skeleton } from '@concert/design-system/skeleton.tsx';
import { problemText } from '@concert/web-kit/problem-text.ts';
import { useSession } from '@concert/web-kit/session.tsx';
import { useEffect, useState } from 'react';
import { Link } from 'react-router-dom';
import { refundApi } from '../../clients.ts';
import { texts } from '../../texts.ts';

const words = texts.refundMails;

/** Asks, as soon as an organiser opens the page, that everybody whose money has gone back be told. The server tells each once. */
export function RefundMails() {
  const { session } = useSession();
  const email = session?.email;
  const [attempt, setAttempt] = useState(0);
  const [outcome, setOutcome] = useState<{ message: string } | { problem: ProblemDocument }>();

  useEffect(() => {
    if (!email) return undefined;
    const stop = new AbortController();
    void refundApi.sendRefundIssued({ body: { email } }, { timeoutMs: REFUND_CALL_TIMEOUT_MS, signal: stop.signal }).then((result) => {
      if (!stop.signal.aborted) setOutcome(result.ok ? result.value : { problem: result.problem });
    });
    return () => stop.abort();
  }, [email, attempt]);

  if (!outcome) return <Skeleton label={words.busy} />;
  if ('problem' in outcome) {
    return (
      <Notice
        tone="bad"
        live="assertive"
        title={words.failed}
        action={
          <Button
            variant="secondary"
            onClick={() => {
              setOutcome(undefined);
              setAttempt(attempt + 1);
            }}
          >
            {words.again}
          </Button>
        }
      >
        {problemText(outcome.problem)}
      </Notice>
    );
  }
  return (
    <Notice
      tone="good"
      live="polite"
      title={outcome.message}
      action={
        <LinkButton as={Link} to="/send-refund-notification" variant="secondary">
          {words.toRefunds}
        </LinkButton>
      }
    />
  );
}
