import type { BookingView, ConcertView } from '@concert/contracts/booking/http';
import { Notice } from '@concert/design-system/notice.tsx';
import { texts } from '../../texts.ts';
import { HoldTime } from '../hold/hold-time.tsx';
import { PayOrGiveUp } from '../hold/pay-or-give-up.tsx';

const words = texts.details.noTickets;

export interface NoTicketsProps {
  booking: BookingView;
  concert: ConcertView | null | undefined;
  /** Whether it is the reader's own, so that it can be paid or given up. */
  own: boolean;
  onChanged: () => void;
}

/** Why a booking has no tickets, in words. */
function reasonOf(status: BookingView['status'], concert: ConcertView | null | undefined): string {
  if (status === 'pending') return concert?.state === 'cancelled' ? words.off : words.pending;
  return status === 'paid' ? words.making : words.none;
}

/** Shown in place of the tickets: why there are none, and for the owner of a pending booking how to get them. */
export function NoTickets({ booking, concert, own, onChanged }: NoTicketsProps) {
  const { status, holdEndsAt } = booking;
  const pending = status === 'pending';
  const payable = !concert || concert.state === 'open';
  return (
    <Notice
      tone={pending || status === 'paid' ? 'info' : 'warn'}
      action={pending && own && <PayOrGiveUp booking={booking} payable={payable} onChanged={onChanged} />}
    >
      <p>{reasonOf(status, concert)}</p>
      {pending && holdEndsAt && (
        <p>
          <HoldTime booking={{ ...booking, holdEndsAt }} payable={payable && own} onEnd={onChanged} onProlonged={onChanged} />
        </p>
      )}
    </Notice>
  );
}
