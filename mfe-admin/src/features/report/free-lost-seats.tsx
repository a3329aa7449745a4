import type { Timeline } from '@concert/contracts/booking/search';
import { Button } from '@concert/design-system/button.tsx';
import { Dialog } from '@concert/design-system/dialog.tsx';
import { Notice } from '@concert/design-system/notice.tsx';
import { showToast } from '@concert/design-system/toast.tsx';
import { problemText } from '@concert/web-kit/problem-text.ts';
import { useState } from 'react';
import { bookingApi } from '../../clients.ts';
import { texts } from '../../texts.ts';
import { useSignInAgain } from '../sign-in-again/use-sign-in-again.tsx';
import { inDollars } from './money.ts';

const words = texts.report.timeline.freeSeats;

/** Whether a bank gave a booking's money back while its seats are still taken. */
export function hasLostSeats({ dispute, status }: Timeline['booking']): boolean {
  return dispute === 'lost' && (status === 'paid' || status === 'refund_failed');
}

/** Ends a booking whose money a bank gave back, after a question that says what that does. */
export function FreeLostSeats({ timeline: { booking, disputes = [] }, onFreed }: { timeline: Timeline; onFreed: () => void }) {
  const { proven, dialog } = useSignInAgain();
  const [open, setOpen] = useState(false);
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string>();
  const lostMinor = disputes.reduce((sum, { state, amount }) => (state === 'lost' ? sum + amount.amountMinor : sum), 0);

  const free = async () => {
    setBusy(true);
    setRefusal(undefined);
    const result = await proven(() => bookingApi.freeLostSeats({ params: { bookingId: booking.id } }));
    setBusy(false);
    if (!result.ok) {
      setRefusal(problemText(result.problem));
      return;
    }
    setOpen(false);
    showToast({ tone: 'good', text: words.done });
    onFreed();
  };

  return (
    <>
      <Button variant="danger" onClick={() => setOpen(true)}>
        {words.button}
      </Button>
      <Dialog
        open={open}
        busy={busy}
        title={words.title}
        onClose={() => setOpen(false)}
        actions={
          <>
            <Button variant="secondary" disabled={busy} onClick={() => setOpen(false)}>
              {words.keep}
            </Button>
            <Button variant="danger" busy={busy} busyText={words.busy} onClick={() => void free()}>
              {words.confirm}
            </Button>
          </>
        }
      >
        <p>{words.text(texts.report.timeline.seats(booking.seating, booking.notickets), inDollars(lostMinor))}</p>
        <p>
          <strong>{words.cannot}</strong>
        </p>
        {refusal && <Notice tone="bad" live="assertive" title={words.failed(refusal)} />}
      </Dialog>
      {dialog}
    </>
  );
}
