import { isDuplicateKey } from '@concert/service-kit/process/errors';

/** A unique index rejects one of two payments of a booking that settle at the same moment. Trying again finds the other one. */
export async function retryOnDuplicate<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
    return work();
  }
}
