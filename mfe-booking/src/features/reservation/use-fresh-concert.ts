import { bookingRoutes, type ConcertView } from '@concert/contracts/booking/http';
import { useRoute } from '@concert/web-kit/reading/use-route.ts';
import { useSaleState } from '@concert/web-kit/use-sale-state.ts';

/**
 * Reads the concert when the screen opens and again whenever somebody comes back to it; what was read before stays when a later read fails.
 * It is undefined while it is being read for the first time, null when it cannot be.
 * @param known what the shell has read already, shown until the fresh numbers are there
 */
export function useFreshConcert(known: ConcertView | null | undefined) {
  const { value, problem, refresh } = useRoute(bookingRoutes.showConcert, {}, { alike: true, onReturn: true });
  return { concert: useSaleState(value ?? known ?? (problem ? null : undefined)), refresh };
}

export type FreshConcert = ReturnType<typeof useFreshConcert>;
