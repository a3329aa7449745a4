import { bookingRoutes, type BookingView } from '@concert/contracts/booking/http';
import { useRoute } from '@concert/web-kit/reading/use-route.ts';
import { MAX_TICKET_WAIT_MS, POLLING } from '../../settings.ts';

/**
 * The booking as its owner may see it: undefined while asking, however often the site has to be asked, null when this person may not see it or it
 * does not exist. While it is pending it is read again: the payment may be on its way.
 * @param bookingId nothing is asked without one
 * @param settled once the payment is settled the booking follows within moments, and is asked for often but not for ever
 */
export function useOwnBooking(bookingId: string | null, settled: boolean): BookingView | null | undefined {
  const { value, problem } = useRoute(
    bookingRoutes.showBooking,
    { params: { bookingId: bookingId ?? '' } },
    {
      enabled: bookingId !== null,
      follow: {
        ...(settled ? { firstMs: POLLING.firstMs, forMs: MAX_TICKET_WAIT_MS } : POLLING),
        while: (booking, last) => (last.problem ? last.problem.retryable === true : booking?.status === 'pending'),
      },
    },
  );
  if (bookingId === null) return null;
  return value ?? (problem && !problem.retryable ? null : undefined);
}
