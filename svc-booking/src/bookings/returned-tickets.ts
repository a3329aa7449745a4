import { returnedNumbers, ticketsLeft } from '../tickets/renewal.ts';
import { withCompanions } from './access.ts';
import type { Booking } from './booking.ts';
import { withReturnUpdate, type ReturnUpdate } from './partial-return.ts';

/**
 * The booking with news of a partial return applied; the same object when nothing is new. Its tickets end with the first news, whatever
 * becomes of the money, and never come back.
 */
export function withReturn(booking: Booking, news: ReturnUpdate, at: Date): Booking {
  const { returns: known = [], returning = [], taken: before = [], ...rest } = booking;
  const left = new Set(ticketsLeft(booking).map(({ number }) => number));
  const tickets = withCompanions(booking, news.tickets);
  const ends = (number: number) => left.has(number) || (before.includes(number) && news.tickets.includes(number));
  const returns = withReturnUpdate(known, { ...news, tickets }, ends, at);
  if (returns === known) return booking;
  const named = returnedNumbers({ returns });
  const still = (numbers: readonly number[]) => numbers.filter((number) => !named.has(number));
  const taken = still(before);
  const after = { ...rest, returns, ...(taken.length > 0 ? { taken } : {}), version: booking.version + 1 };
  return { ...withReturning(after, still(returning), at), tickets: booking.tickets - (left.size - ticketsLeft(after).length) };
}

/** The booking with these of its tickets to be given back once someone pays for their seats; its version stays. */
export function withReturning(booking: Booking, numbers: readonly number[], now: Date): Booking {
  const { returning: _before, returningSince = now, ...rest } = booking;
  return numbers.length > 0 ? { ...rest, returning: numbers.toSorted((a, b) => a - b), returningSince } : rest;
}

/** The booking after someone has paid for the seats of these tickets: they end now, whatever becomes of their money, and companions with theirs. */
export function withTaken(booking: Booking, numbers: readonly number[], now: Date): Booking {
  const wanted = withCompanions(booking, numbers);
  const ended = ticketsLeft(booking).flatMap(({ number }) => (wanted.includes(number) ? [number] : []));
  const { returning = [], taken = [] } = booking;
  const still = returning.filter((number) => !ended.includes(number));
  const after = { ...withReturning(booking, still, now), tickets: booking.tickets - ended.length, version: booking.version + 1 };
  return { ...after, taken: [...taken, ...ended].sort((a, b) => a - b) };
}
