import { z } from 'zod';

/**
 * Seating categories as the specification's sections 4 and 9 fix them: price, default and maximum number of tickets. The capacity belongs
 * to the concert, as an admin can change it.
 */
export const SEATINGS = ['General Seating', 'Preferred Seating', 'Premium Seating', 'VIP Seating'] as const;
export type Seating = (typeof SEATINGS)[number];

export const seatingSchema = z.enum(SEATINGS, { error: 'Seating is not one of the categories' });

export interface SeatingRule {
  readonly seating: Seating;
  /** Text of its button on the reservation screen. */
  readonly label: string;
  /** Price in minor units: of one ticket when `pricedPer` is `ticket`, of the whole booking when it is `booking`. */
  readonly priceMinor: number;
  readonly pricedPer: 'ticket' | 'booking';
  readonly defaultTickets: number;
  readonly maxTickets: number;
}

export const SEATING_RULES: Readonly<Record<Seating, SeatingRule>> = {
  'General Seating': {
    seating: 'General Seating',
    label: 'General',
    priceMinor: 2_500,
    pricedPer: 'ticket',
    defaultTickets: 1,
    maxTickets: 6,
  },
  'Preferred Seating': {
    seating: 'Preferred Seating',
    label: 'Preferred',
    priceMinor: 50_000,
    pricedPer: 'booking',
    defaultTickets: 4,
    maxTickets: 4,
  },
  'Premium Seating': {
    seating: 'Premium Seating',
    label: 'Premium',
    priceMinor: 100_000,
    pricedPer: 'booking',
    defaultTickets: 6,
    maxTickets: 6,
  },
  'VIP Seating': {
    seating: 'VIP Seating',
    label: 'VIP Seating',
    priceMinor: 250_000,
    pricedPer: 'booking',
    defaultTickets: 6,
    maxTickets: 6,
  },
};

/** Most tickets one booking can hold in any category. */
export const MAX_TICKETS = 6;

/**
 * What a booking costs in minor units: General by the ticket, the others a fixed amount for the booking
 * (specification section 4: "amount equals 25 times tickets chosen"; 500, 1000, 2500 for the rest).
 * @throws RangeError when the category does not sell that many tickets
 */
export function priceMinor(seating: Seating, tickets: number): number {
  const rule = SEATING_RULES[seating];
  if (!Number.isInteger(tickets) || tickets < 1 || tickets > rule.maxTickets) {
    throw new RangeError(`${seating} sells 1 to ${rule.maxTickets} tickets in one booking`);
  }
  return rule.pricedPer === 'ticket' ? rule.priceMinor * tickets : rule.priceMinor;
}
