import { bookingRoutes, type ConcertView } from '@concert/contracts/booking/http';
import { useRoute } from '@concert/web-kit/reading/use-route.ts';
import { useSaleState } from '@concert/web-kit/use-sale-state.ts';

/** The concert with what is left now: undefined while it is being read for the first time, null when it cannot be. */
export interface FreshConcert {
  readonly concert: ConcertView | null | undefined;
  /** Reads it again; resolves once it was read, or could not be. */
  readonly refresh: () => Promise<void>;
}

/**
 * Reads the concert when the screen opens and again whenever somebody comes back to it; what was read before stays when a later read fails.
 * @param known what the shell has read already, shown until the fresh numbers are there
 */
export function useFreshConcert(known: ConcertView | null | undefined): FreshConcert {
  const { value, problem, refresh } = useRoute(bookingRoutes.showConcert, {}, { onReturn: true });
  return { concert: useSaleState(value ?? known ?? (problem ? null : undefined)), refresh };
}
