import { REFUND_CALL_TIMEOUT_MS, refundRoutes, type RefundRow } from '@concert/contracts/payment/refunds';
import { Button } from '@concert/design-system/button.tsx';
import type { ToastMessage } from '@concert/design-system/toast.tsx';
import { problemText } from '@concert/web-kit/problem-text.ts';
import { useAct } from '@concert/web-kit/reading/use-act.ts';
import { useRoute } from '@concert/web-kit/reading/use-route.ts';
import { useSession } from '@concert/web-kit/session.tsx';
import { useState } from 'react';
import { FOLLOWED_REFUNDS } from '../refunds/followed-rows.tsx';
import { PartDialog } from '../refunds/part-dialog.tsx';
import { failedPart } from '../refunds/part-form.ts';
import { RefundDialog } from '../refunds/refund-dialog.tsx';
import { texts as refundTexts } from '../refunds/texts.ts';
import type { SignInAgain } from '../sign-in-again/use-sign-in-again.tsx';
import { inDollars } from './money.ts';
import { texts as words } from './panel-texts.ts';

export interface RefundActsProps extends Pick<SignInAgain, 'proven'> {
  readonly bookingId: string;
  readonly onDone: (said: ToastMessage) => void;
}

/** Sends all or a part of a booking's money back, after a question, and says in the specified words what became of it. */
export function RefundActs({ bookingId, proven, onDone }: RefundActsProps) {
  const rows = useRoute(refundRoutes.showRefundRows, { query: { ids: bookingId } }, { follow: FOLLOWED_REFUNDS });
  const [asked, setAsked] = useState<'all' | 'part'>();
  const { refund, busy } = useRefund(proven);
  const row = rows.value?.items[0];
  if (!row) return rows.failure === undefined ? undefined : <p>{words.noRefunds(rows.failure)}</p>;

  const close = () => setAsked(undefined);
  const done = (said: ToastMessage) => {
    rows.again();
    onDone(said);
  };
  const again = row.refund?.state === 'failed' && !row.refund.part;
  return (
    <>
      <Button
        variant="secondary"
        disabled={!row.refundable && !busy}
        busy={busy}
        busyText={refundTexts.busy}
        onClick={() => setAsked('all')}
      >
        {again ? words.refundAgain : words.refund(inDollars(row.amount))}
      </Button>
      {row.divisible && (
        <Button variant="secondary" onClick={() => setAsked('part')}>
          {failedPart(row) ? words.partAgain : words.part}
        </Button>
      )}
      <RefundDialog
        row={row}
        open={asked === 'all'}
        onClose={close}
        onConfirm={() => {
          close();
          void refund(row).then(done);
        }}
      />
      {asked === 'part' && (
        <PartDialog
          row={row}
          open
          proven={proven}
          onClose={close}
          onReturned={(_, text) => {
            close();
            done({ tone: 'good', text });
          }}
        />
      )}
    </>
  );
}

function useRefund(proven: SignInAgain['proven']) {
  const email = useSession().session?.email ?? '';
  const { act, busy } = useAct(refundRoutes.triggerRefund, { timeoutMs: REFUND_CALL_TIMEOUT_MS, through: proven });
  const refund = async ({ fkey }: RefundRow): Promise<ToastMessage> => {
    const result = await act({ body: { id: fkey, email } });
    // Nothing failed: another organiser has to approve it first.
    if (!result.ok && result.problem.code === 'request.approval_needed') return { text: problemText(result.problem), tone: 'info' };
    const { success, details, error } = result.ok ? result.value : { success: false, error: problemText(result.problem) };
    return success
      ? { text: refundTexts.started(details?.firstname ?? '', details?.lastname ?? ''), tone: 'good' }
      : { text: refundTexts.failed(error ?? ''), tone: 'bad' };
  };
  return { refund, busy };
}
