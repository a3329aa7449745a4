import { formatMoney } from '@concert/contracts/core/money';
import { REFUND_CALL_TIMEOUT_MS, refundRoutes, type RefundRow } from '@concert/contracts/payment/refunds';
import { Button } from '@concert/design-system/button.tsx';
import type { ToastMessage } from '@concert/design-system/toast.tsx';
import { useAct } from '@concert/web-kit/reading/use-act.ts';
import { useRoute } from '@concert/web-kit/reading/use-route.ts';
import { useSession } from '@concert/web-kit/session.tsx';
import { useState } from 'react';
import { FOLLOWED_REFUNDS } from '../refunds/followed-rows.tsx';
import { PartDialog } from '../refunds/part-dialog.tsx';
import { failedPart } from '../refunds/part-form.ts';
import { RefundDialog } from '../refunds/refund-dialog.tsx';
import { giftTexts, texts as refundTexts } from '../refunds/texts.ts';
import { outcomeOfRefund } from '../refunds/use-refunds.ts';
import { texts as words } from './panel-texts.ts';

export interface RefundActsProps {
  readonly bookingId: string;
  readonly onDone: (said: ToastMessage) => void;
}

/** Sends all or a part of a booking's money back, after a question, and says in the specified words what became of it. */
export function RefundActs({ bookingId, onDone }: RefundActsProps) {
  const rows = useRoute(refundRoutes.showRefundRows, { query: { ids: bookingId } }, { follow: FOLLOWED_REFUNDS });
  const [asked, setAsked] = useState<'all' | 'part' | 'gift'>();
  const { refund, busy } = useRefund();
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
      {(row.refundable || busy) && (
        <Button variant="secondary" busy={busy} busyText={refundTexts.busy} onClick={() => setAsked('all')}>
          {again ? words.refundAgain : words.refund(formatMoney(row.amount))}
        </Button>
      )}
      {row.divisible && (
        <Button variant="secondary" onClick={() => setAsked('part')}>
          {failedPart(row) ? words.partAgain : words.part}
        </Button>
      )}
      {row.gift && (
        <Button variant="secondary" onClick={() => setAsked('gift')}>
          {giftTexts.button(formatMoney(row.gift.amount))}
        </Button>
      )}
      <RefundDialog
        rows={[row]}
        open={asked === 'all'}
        onClose={close}
        onConfirm={() => {
          close();
          void refund(row).then(done);
        }}
      />
      {(asked === 'part' || asked === 'gift') && (
        <PartDialog
          row={row}
          gift={asked === 'gift' ? row.gift : undefined}
          onClose={close}
          onReturned={(text) => {
            close();
            done({ tone: 'good', text });
          }}
        />
      )}
    </>
  );
}

function useRefund() {
  const email = useSession().session?.email ?? '';
  const { act, busy } = useAct(refundRoutes.triggerRefund, { timeoutMs: REFUND_CALL_TIMEOUT_MS });
  const refund = async ({ fkey }: RefundRow): Promise<ToastMessage> => outcomeOfRefund(await act({ body: { id: fkey, email } }));
  return { refund, busy };
}
