import { newBooking, type Booking } from './booking.ts';

/* A hold for whoever proves its email: nobody's booking until then (`Booking.unproven`). */

/**
 * A hold as a booking of the person who proved its email: from now on like any other one, for the price that was promised.
 * @param phoneKey of its phone number, which counts from now on
 */
export function claimedBy(
  hold: Booking,
  { userId, phoneKey }: Required<Pick<Booking, 'userId' | 'phoneKey'>>,
  now: Date,
  holdSeconds: number,
): Booking {
  const { unproven: _proven, ...order } = hold;
  return { ...newBooking({ ...order, userId, phoneKey }, hold.price, now, holdSeconds), version: hold.version + 1 };
}

/** A hold that ends before anybody proved its email is not kept: it was nobody's booking, and names somebody who may know nothing of it. */
export function isForgotten({ unproven, status }: Booking): boolean {
  return unproven === true && status !== 'pending';
}
