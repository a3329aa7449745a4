import { bookingRoutes } from '@concert/contracts/booking/http';
import { useRoute } from '@concert/web-kit/reading/use-route.ts';
import { useCallback, useState } from 'react';
import { BOOKING_POLLING } from '../../settings.ts';
import { isUnderWay } from '../booking-display/booking-display.ts';

/**
 * The signed-in person's bookings, kept up to date while one of them is changing.
 * @param asked nothing is read while false
 */
export function useOwnBookings(asked: boolean) {
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
  /** Called after an action on a booking: its state is polled from then on. */
  const changed = useCallback(() => {
    setTouched(true);
    again();
  }, [again]);
  return { ...reading, changed };
}

export type OwnBookings = ReturnType<typeof useOwnBookings>;
