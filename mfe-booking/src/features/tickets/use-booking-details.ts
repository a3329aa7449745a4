import type { BookingView } from '@concert/contracts/booking/http';
import type { ProblemDocument } from '@concert/contracts/core/problem';
import { useCallback, useEffect, useState } from 'react';
import { bookingApi } from '../../clients.ts';

/** What the page knows of the bookings behind its address. A booking of somebody else is as unknown as one that never was. */
export type DetailsState =
  | { readonly at: 'loading' }
  | { readonly at: 'found'; readonly bookings: readonly BookingView[] }
  | { readonly at: 'unknown' }
  | { readonly at: 'failed'; readonly problem: ProblemDocument };

/**
 * Reads the bookings of a reference.
 * @param reader changes when somebody else signs in, so that the answer is asked for again
 */
export function useBookingDetails(reference: string, capability: string | null, reader: string | null | undefined): { state: DetailsState; again: () => void } {
  const [attempt, setAttempt] = useState(0);
  const question = `${reference}\n${capability ?? ''}\n${reader ?? ''}\n${attempt}`;
  const [answer, setAnswer] = useState<{ question: string; state: DetailsState }>();
  const askable = reference !== '' && reader !== undefined;

  useEffect(() => {
    if (!askable) return;
    const stop = new AbortController();
    void bookingApi.showBookingDetails({ body: { reference, reference2: capability } }, { signal: stop.signal }).then((result) => {
      if (stop.signal.aborted) return;
      setAnswer({ question, state: stateOf(result) });
    });
    return () => stop.abort();
  }, [askable, capability, question, reference]);

  const again = useCallback(() => setAttempt((count) => count + 1), []);
  if (reference === '') return { state: { at: 'unknown' }, again };
  return { state: answer?.question === question ? answer.state : { at: 'loading' }, again };
}

function stateOf(result: Awaited<ReturnType<typeof bookingApi.showBookingDetails>>): DetailsState {
  if (result.ok) return result.value.length > 0 ? { at: 'found', bookings: result.value } : { at: 'unknown' };
  // A reference that is too long or of another kind is refused by its form; it is unknown all the same.
  const refused = result.problem.code === 'booking.not_found' || result.problem.code === 'request.invalid';
  return refused ? { at: 'unknown' } : { at: 'failed', problem: result.problem };
}
