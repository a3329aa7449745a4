import { forget, recall, remember } from '@concert/web-kit/storage.ts';

/** What this browser stored when the buyer left for the payment page. */
export interface StoredBooking {
  readonly name: string;
  readonly email: string;
  readonly bookingId: string;
  readonly amount: string;
  readonly currency: string;
  readonly seating: string;
  readonly tickets: string;
}

/** More payment pages than this are open in no browser at once. */
const MAX_SET_ASIDE = 6;

/** The stored values, of whatever booking was stored last; null when amount, currency, seating or number of tickets is missing. */
export function readStored(): StoredBooking | null {
  const [amount, currency, seating, tickets] = [recall('amount'), recall('currency'), recall('seating'), recall('notickets')];
  if (!amount || !currency || !seating || !tickets) return null;
  return {
    amount,
    currency,
    seating,
    tickets,
    name: recall('name') ?? '',
    email: recall('email') ?? '',
    bookingId: recall('userbookingid') ?? '',
  };
}

function readSetAside(): readonly StoredBooking[] {
  try {
    const kept: unknown = JSON.parse(recall('other_payments') ?? '[]');
    return Array.isArray(kept) ? kept.filter(isStored) : [];
  } catch {
    return [];
  }
}

function isStored(value: unknown): value is StoredBooking {
  const { name, email, bookingId, amount, currency, seating, tickets } = Object(value) as Partial<Record<keyof StoredBooking, unknown>>;
  return [name, email, bookingId, amount, currency, seating, tickets].every((text) => typeof text === 'string');
}

function keepSetAside(kept: readonly StoredBooking[]): void {
  if (kept.length > 0) remember('other_payments', JSON.stringify(kept.slice(-MAX_SET_ASIDE)));
  else forget('other_payments');
}

/** Called before other values are stored: another tab may be on the payment page of the booking that is stored now. */
export function keepStoredForOtherTab(): void {
  const stored = readStored();
  if (stored?.bookingId) keepSetAside([...readSetAside().filter(({ bookingId }) => bookingId !== stored.bookingId), stored]);
}

/** What is stored of one booking, or null when there is nothing of it. */
export function readStoredBooking(bookingId: string): StoredBooking | null {
  const stored = readStored();
  return stored?.bookingId === bookingId ? stored : (readSetAside().find((other) => other.bookingId === bookingId) ?? null);
}

/** Deletes what must not be shown a second time of one booking; what another tab waits for stays. Name, email and booking id stay. */
export function clearStoredOf(bookingId: string): void {
  keepSetAside(readSetAside().filter((other) => other.bookingId !== bookingId));
  if (recall('userbookingid') === bookingId) forget('amount', 'currency', 'seating', 'notickets');
}
