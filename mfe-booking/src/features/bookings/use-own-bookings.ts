import type { BookingView } from '@concert/contracts/booking/http';
import type { Result } from '@concert/web-kit/api-client.ts';
import { useCallback, useEffect, useState } from 'react';
import { bookingApi } from '../../clients.ts';
import { isUnderWay } from '../booking-display/booking-display.ts';
import { useFollow } from '../../use-follow.ts';

export interface OwnBookings {
  /** Undefined while asking for the first time, or again after a failure. */
  readonly answer: Result<BookingView[]> | undefined;
  /** When they were read last, in epoch milliseconds. */
  readonly readAt: number;
  /** Asks once more after a failure. */
  readonly again: () => void;
  /** Something was done to a booking: what becomes of it is followed. */
  readonly changed: () => void;
}

/**
 * The signed-in person's bookings, kept up to date while one of them is changing. A list that was read stays when a later
 * reading fails.
 * @param asked nothing is read while false
 */
export function useOwnBookings(asked: boolean): OwnBookings {
  const [look, setLook] = useState(0);
  const [touched, setTouched] = useState(false);
  const [answer, setAnswer] = useState<Result<BookingView[]>>();
  const [readAt, setReadAt] = useState(0);

  useEffect(() => {
    if (!asked) return;
    const stop = new AbortController();
    void bookingApi.listOwnBookings({}, { signal: stop.signal }).then((result) => {
      if (stop.signal.aborted) return;
      setAnswer((before) => (result.ok || !before?.ok ? result : before));
      setReadAt(Date.now());
    });
    return () => stop.abort();
  }, [asked, look]);

  const ask = useCallback(() => setLook((count) => count + 1), []);
  const underWay =
    asked &&
    answer?.ok === true &&
    answer.value.some((booking) => isUnderWay(booking, readAt) || (touched && booking.status === 'pending'));
  useFollow(underWay, ask);

  const again = useCallback(() => {
    setAnswer(undefined);
    ask();
  }, [ask]);
  const changed = useCallback(() => {
    setTouched(true);
    ask();
  }, [ask]);
  return { answer: asked ? answer : undefined, readAt, again, changed };
}
