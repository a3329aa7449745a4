import type { Result } from '@concert/web-kit/api-client.ts';
import { RESERVATION_RETRY } from '../../settings.ts';

/** A press counts once under one key, so a buyer who came in a rush need not press again. */
export async function reservePatiently<T>(reserve: () => Promise<Result<T>>): Promise<Result<T>> {
  for (let again = 0; ; again += 1) {
    const placed = await reserve();
    if (placed.ok || placed.problem.code !== 'booking.busy' || again === RESERVATION_RETRY.times) return placed;
    await new Promise((resolve) => setTimeout(resolve, RESERVATION_RETRY.afterMs));
  }
}
