import type { BookingView } from '@concert/contracts/booking/http';
import type { InputOf, ResultOf, Route } from '@concert/contracts/core/route';
import { useRoute } from '@concert/web-kit/reading/use-route.ts';
import { useSession } from '@concert/web-kit/session.tsx';
import { useCallback, useState } from 'react';
import { BOOKING_POLLING } from '../../settings.ts';
import { isUnderWay } from '../booking-display/booking-display.ts';

/** What the page knows of the bookings behind its address. Somebody else's booking is as unknown as one that never existed. */
export type DetailsState<B> =
  | { readonly at: 'loading' }
  | { readonly at: 'found'; readonly bookings: readonly B[] }
  | { readonly at: 'unknown' }
  /** The link was good, and its time is over. */
  | { readonly at: 'ended' }
  | { readonly at: 'failed'; readonly text: string };

export interface BookingDetails<B> {
  readonly state: DetailsState<B>;
  /** Asks once more after a failure. */
  readonly again: () => void;
  /** Called after an action on a booking: its state is polled from then on. */
  readonly changed: () => void;
}

/** Whether a seat reservation is about to change. */
export function seatChanges(booking: BookingView, readAt: number, touched: boolean): boolean {
  return isUnderWay(booking, readAt) || (touched && booking.status === 'pending');
}

/**
 * Reads the bookings of a reference and polls them while one of them is changing.
 * @param reference whose bookings; without one nothing is read, nor before it is known who is signed in
 * @param changes whether a booking is about to change; `touched` once something was done to one here
 */
export function useBookingDetails<R extends Route, B>(
  route: R,
  input: InputOf<R>,
  { reference, changes }: { readonly reference: string; readonly changes: (booking: B, readAt: number, touched: boolean) => boolean },
): BookingDetails<B> {
  const { session } = useSession();
  const [touched, setTouched] = useState(false);
  const bookingsIn = (answer: ResultOf<R> | undefined) => answer as readonly B[] | undefined;
  const { value, problem, failure, busy, again } = useRoute<R>(route, input, {
    enabled: reference !== '' && session !== undefined,
    onReturn: true,
    follow: {
      ...BOOKING_POLLING,
      while: (answer, { readAt }) => bookingsIn(answer)?.some((booking) => changes(booking, readAt, touched)) ?? false,
    },
  });
  const changed = useCallback(() => {
    setTouched(true);
    again();
  }, [again]);
  const bookings = bookingsIn(value);
  // A reference that is too long or of another kind is refused as malformed; for the reader it is simply unknown.
  const refused = problem?.code === 'booking.not_found' || problem?.code === 'request.invalid';
  const state = (): DetailsState<B> => {
    if (reference === '' || refused || bookings?.length === 0) return { at: 'unknown' };
    if (problem?.code === 'booking.link_ended') return { at: 'ended' };
    if (bookings) return { at: 'found', bookings };
    return failure === undefined || busy ? { at: 'loading' } : { at: 'failed', text: failure };
  };
  return { state: state(), again, changed };
}
