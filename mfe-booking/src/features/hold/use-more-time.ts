import { bookingRoutes, type BookingView } from '@concert/contracts/booking/http';
import { showToast } from '@concert/design-system/toast.tsx';
import { useAct } from '@concert/web-kit/reading/use-act.ts';
import { serverNow } from '@concert/web-kit/server-clock.ts';
import { texts } from '../../texts.ts';
import { seatsOf } from '../booking-display/booking-display.ts';

/** Until when seats are kept, and how often more time can still be asked for. */
export interface HoldEnd {
  readonly holdEndsAt: string;
  readonly moreTimes?: number | undefined;
}

/** A pending booking of the reader, whose seats are kept. */
export type KeptBooking = Pick<BookingView, 'id' | 'seating' | 'notickets'> & HoldEnd;

/**
 * Asks for more time to pay a booking.
 * @param onProlonged gets the new end
 */
export function useMoreTime(booking: KeptBooking, onProlonged: (end: HoldEnd) => void) {
  const { act, busy, failure } = useAct(bookingRoutes.giveMoreTime);
  const { id, holdEndsAt } = booking;
  const ask = async () => {
    const given = await act({ params: { bookingId: id }, body: { holdEndsAt } });
    if (!given.ok) return;
    const seconds = (Date.parse(given.value.holdEndsAt) - serverNow()) / 1_000;
    showToast({ tone: 'good', text: texts.hold.moreGiven(seatsOf(booking), seconds) });
    onProlonged(given.value);
  };
  return { busy, failure, ask };
}
