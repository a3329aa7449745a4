import { bookingRoutes } from '@concert/contracts/booking/http';
import type { Timeline } from '@concert/contracts/booking/timeline';
import { formatMoney } from '@concert/contracts/core/money';
import { Button } from '@concert/design-system/button.tsx';
import type { ToastMessage } from '@concert/design-system/toast.tsx';
import { useState } from 'react';
import { ActDialog } from '../organising/act-dialog.tsx';
import { texts } from './panel-texts.ts';

const words = texts.freeSeats;

/** Whether a bank gave a booking's money back while its seats are still taken. */
export function hasLostSeats({ dispute, status }: Timeline['booking']): boolean {
  return dispute === 'lost' && (status === 'paid' || status === 'refund_failed');
}

interface FreeLostSeatsProps {
  readonly timeline: Timeline;
  readonly onFreed: (said: ToastMessage) => void;
}

/** Ends a booking whose money a bank gave back, after a question that says what that does. */
export function FreeLostSeats({ timeline: { booking, entries }, onFreed }: FreeLostSeatsProps) {
  const [open, setOpen] = useState(false);
  // A bank may decide anew: what it said last of each dispute counts.
  const decided = entries.flatMap((entry) => (entry.kind === 'money' && entry.what.startsWith('dispute-') ? [entry] : []));
  const latest = [...new Map(decided.map((told) => [told.reference, told])).values()];
  const lostMinor = latest.reduce((sum, { what, amount }) => (what === 'dispute-lost' ? sum + amount.amountMinor : sum), 0);

  const freed = () => {
    setOpen(false);
    onFreed({ tone: 'good', text: words.done });
  };

  return (
    <>
      <Button variant="danger" onClick={() => setOpen(true)}>
        {words.button}
      </Button>
      <ActDialog
        route={bookingRoutes.freeLostSeats}
        input={{ params: { bookingId: booking.id } }}
        open={open}
        title={words.title}
        onClose={() => setOpen(false)}
        words={words}
        onDone={freed}
      >
        <p>{words.text(texts.seats(booking.seating, booking.notickets), formatMoney(lostMinor))}</p>
        <p>
          <strong>{words.cannot}</strong>
        </p>
      </ActDialog>
    </>
  );
}
