import { bookingRoutes, type BookingView } from '@concert/contracts/booking/http';
import type { Reading } from '@concert/web-kit/reading/reading.ts';
import { useRoute } from '@concert/web-kit/reading/use-route.ts';
import { useCallback, useState } from 'react';
import { BOOKING_POLLING } from '../../follow.ts';
import { isUnderWay } from '../booking-display/booking-display.ts';

export interface OwnBookings extends Reading<readonly BookingView[]> {
  /** Called after an action on a booking: its state is polled from then on. */
  readonly changed: () => void;
}

/**
 * The signed-in person's bookings, kept up to date while one of them is changing.
 * @param asked nothing is read while false
 */
export function useOwnBookings(asked: boolean): OwnBookings {
  const [touched, setTouched] = useState(false);
  const reading = useRoute(
    bookingRoutes.listOwnBookings,
    {},
    {
      enabled: asked,
      onReturn: true,
      follow: {
        ...BOOKING_POLLING,
        while: (bookings, { readAt }) =>
          bookings?.some((booking) => isUnderWay(booking, readAt) || (touched && booking.status === 'pending')) ?? false,
      },
    },
  );
  const { again } = reading;
  const changed = useCallback(() => {
    setTouched(true);
    again();
  }, [again]);
  return { ...reading, changed };
}
