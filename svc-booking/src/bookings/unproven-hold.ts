import type { Booking } from './booking.ts';

/* A hold for whoever proves its email: nobody's booking until then (`Booking.unproven`), and never the one that its owner then makes. */

/** How long one browser holds seats without a proven email, in lengths of a hold, however often it chooses anew. */
const MAX_LENGTHS = 2;

/** A hold in the place of those that its browser had: it keeps the beginning of the first one. `before`: open holds of the same browser */
export function inPlaceOf(before: readonly Pick<Booking, 'createdAt'>[], hold: Booking): Booking {
  const createdAt = new Date(Math.min(hold.createdAt.getTime(), ...before.map((one) => one.createdAt.getTime())));
  const lengthMs = hold.holdEndsAt.getTime() - hold.createdAt.getTime();
  const holdEndsAt = new Date(Math.min(hold.holdEndsAt.getTime(), createdAt.getTime() + MAX_LENGTHS * lengthMs));
  return { ...hold, createdAt, holdEndsAt, keptUntil: holdEndsAt };
}

/** A hold that ends before anybody proved its email is not kept: it was nobody's booking, and names somebody who may know nothing of it. */
export function isForgotten({ unproven, status }: Booking): boolean {
  return unproven === true && status !== 'pending';
}
