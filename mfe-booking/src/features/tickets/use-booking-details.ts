import type { BookingView } from '@concert/contracts/booking/http';
import type { ProblemDocument } from '@concert/contracts/core/problem';
import type { Result } from '@concert/web-kit/api-client.ts';
import { useCallback, useEffect, useState } from 'react';
import { bookingApi } from '../../clients.ts';
import { useFollow } from '../../use-follow.ts';
import { isUnderWay } from '../booking-display/booking-display.ts';

/** What the page knows of the bookings behind its address. A booking of somebody else is as unknown as one that never was. */
export type DetailsState<B = BookingView> =
  | { readonly at: 'loading' }
  | { readonly at: 'found'; readonly bookings: readonly B[] }
  | { readonly at: 'unknown' }
  | { readonly at: 'failed'; readonly problem: ProblemDocument };

/** Asks the site for the bookings behind a reference. */
export type DetailsCall<B = BookingView> = (reference: string, capability: string | null, signal: AbortSignal) => Promise<Result<B[]>>;

export interface BookingDetails<B = BookingView> {
  readonly state: DetailsState<B>;
  /** Asks once more after a failure. */
  readonly again: () => void;
  /** Something was done to a booking: what becomes of it is followed. */
  readonly changed: () => void;
}

/** The bookings of a seat reservation. */
export const seatDetails: DetailsCall = (reference, capability, signal) =>
  bookingApi.showBookingDetails({ body: { reference, reference2: capability } }, { signal });

/** Whether a seat reservation is about to change. */
export function seatChanges(booking: BookingView, readAt: number, touched: boolean): boolean {
  return isUnderWay(booking, readAt) || (touched && booking.status === 'pending');
}

/**
 * Reads the bookings of a reference and keeps them up to date while one of them is changing; what was read stays when a
 * later reading fails.
 * @param call has to stay the same function
 * @param changes whether a booking is about to become something else; `touched` once something was done to one here
 * @param reader changes when somebody else signs in, so that the answer is asked for again
 */
export function useBookingDetails<B>(
  call: DetailsCall<B>,
  changes: (booking: B, readAt: number, touched: boolean) => boolean,
  reference: string,
  capability: string | null,
  reader: string | null | undefined,
): BookingDetails<B> {
  const [attempt, setAttempt] = useState(0);
  const [look, setLook] = useState(0);
  const [touched, setTouched] = useState(false);
  const question = `${reference}\n${capability ?? ''}\n${reader ?? ''}\n${attempt}`;
  const [answer, setAnswer] = useState<{ question: string; state: DetailsState<B>; readAt: number }>();
  const askable = reference !== '' && reader !== undefined;

  useEffect(() => {
    if (!askable) return;
    const stop = new AbortController();
    void call(reference, capability, stop.signal).then((result) => {
      if (stop.signal.aborted) return;
      const state = stateOf(result);
      setAnswer((before) =>
        before?.question === question && before.state.at === 'found' && state.at === 'failed'
          ? before
          : { question, state, readAt: Date.now() },
      );
    });
    return () => stop.abort();
  }, [askable, call, capability, look, question, reference]);

  const ask = useCallback(() => setLook((count) => count + 1), []);
  const current = answer?.question === question ? answer : undefined;
  const underWay = current?.state.at === 'found' && current.state.bookings.some((booking) => changes(booking, current.readAt, touched));
  useFollow(underWay, ask);

  const again = useCallback(() => setAttempt((count) => count + 1), []);
  const changed = useCallback(() => {
    setTouched(true);
    ask();
  }, [ask]);
  if (reference === '') return { state: { at: 'unknown' }, again, changed };
  return { state: current?.state ?? { at: 'loading' }, again, changed };
}

function stateOf<B>(result: Result<B[]>): DetailsState<B> {
  if (result.ok) return result.value.length > 0 ? { at: 'found', bookings: result.value } : { at: 'unknown' };
  // A reference that is too long or of another kind is refused by its form; it is unknown all the same.
  const refused = result.problem.code === 'booking.not_found' || result.problem.code === 'request.invalid';
  return refused ? { at: 'unknown' } : { at: 'failed', problem: result.problem };
}
