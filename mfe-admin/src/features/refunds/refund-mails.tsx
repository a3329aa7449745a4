import { REFUND_CALL_TIMEOUT_MS, refundRoutes } from '@concert/contracts/payment/refunds';
import { LinkButton } from '@concert/design-system/link-button.tsx';
import { Notice } from '@concert/design-system/notice.tsx';
import { Read } from '@concert/design-system/read.tsx';
import { Skeleton } from '@concert/design-system/skeleton.tsx';
import { useRoute } from '@concert/web-kit/reading/use-route.ts';
import { useSession } from '@concert/web-kit/session.tsx';
import { mailTexts as words } from './texts.ts';

/** When an organiser opens the page, asks the server to tell everybody whose money has gone back. The server tells each once. */
export function RefundMails() {
  const email = useSession().session?.email ?? '';
  const told = useRoute(refundRoutes.sendRefundIssued, { body: { email } }, { enabled: email !== '', timeoutMs: REFUND_CALL_TIMEOUT_MS });
  return (
    <Read reading={told} words={words} skeleton={<Skeleton label={words.busy} />}>
      {({ message }) => (
        <Notice
          tone="good"
          live="polite"
          title={message}
          action={<LinkButton to="/send-refund-notification" variant="secondary" text={words.toRefunds} />}
        />
      )}
    </Read>
  );
}
