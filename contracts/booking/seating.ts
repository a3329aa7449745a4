import { formatPrice } from '../core/money.ts';

/** Seating categories as the specification's sections 4 and 9 fix them. */
export const SEATINGS = ['General Seating', 'Preferred Seating', 'Premium Seating', 'VIP Seating'] as const;
export type Seating = (typeof SEATINGS)[number];

export interface SeatingRule {
  readonly seating: Seating;
  /** Text of its button on the reservation screen. */
  readonly label: string;
  /** What it is, in one line, as visitors read it where they choose. */
  readonly about: string;
  /** Price in minor units: of one ticket when `pricedPer` is `ticket`, of the whole booking when it is `booking`. */
  readonly priceMinor: number;
  readonly pricedPer: 'ticket' | 'booking';
  readonly defaultTickets: number;
  readonly maxTickets: number;
}

export type SeatingRules = Readonly<Record<Seating, SeatingRule>>;

/** What an admin decides about a category's sale. Its name, and whether it is priced by the ticket, stay. */
export type Pricing = Readonly<Record<Seating, Pick<SeatingRule, 'about' | 'priceMinor' | 'defaultTickets' | 'maxTickets'>>>;

/** The rules of the specification, which hold until an admin changes them: a running concert's are {@link seatingRules}. */
export const SEATING_RULES: SeatingRules = {
  'General Seating': {
    seating: 'General Seating',
    label: 'General',
    about: 'Seats behind the other categories',
    priceMinor: 2_500,
    pricedPer: 'ticket',
    defaultTickets: 1,
    maxTickets: 6,
  },
  'Preferred Seating': {
    seating: 'Preferred Seating',
    label: 'Preferred',
    about: 'Nearer to the stage than General',
    priceMinor: 50_000,
    pricedPer: 'booking',
    defaultTickets: 4,
    maxTickets: 4,
  },
  'Premium Seating': {
    seating: 'Premium Seating',
    label: 'Premium',
    about: 'Nearer to the stage than Preferred',
    priceMinor: 100_000,
    pricedPer: 'booking',
    defaultTickets: 6,
    maxTickets: 6,
  },
  'VIP Seating': {
    seating: 'VIP Seating',
    label: 'VIP Seating',
    about: 'The first rows, at the stage',
    priceMinor: 250_000,
    pricedPer: 'booking',
    defaultTickets: 6,
    maxTickets: 6,
  },
};

/** Most tickets one booking can hold in any category. */
export const MAX_TICKETS = 6;

/** The pricing of the specification, and what fits most halls. */
export const FIRST_PRICING = Object.fromEntries(
  Object.values(SEATING_RULES).map(({ seating, about, priceMinor, defaultTickets, maxTickets }) => [
    seating,
    { about, priceMinor, defaultTickets, maxTickets },
  ]),
) as Pricing;

/** The rules of a concert with this pricing. */
export function seatingRules(pricing: Pricing): SeatingRules {
  return Object.fromEntries(SEATINGS.map((seating) => [seating, { ...SEATING_RULES[seating], ...pricing[seating] }])) as SeatingRules;
}

/** The lowest price of the categories, without cents where there are none: `from $25`. */
export function lowestPriceInWords({ categories }: { readonly categories: readonly Pick<SeatingRule, 'priceMinor'>[] }): string {
  return `from ${formatPrice(Math.min(...categories.map(({ priceMinor: minor }) => minor)))}`;
}

/** What a category's price is for, in words: of a booking's price also what a seat of it costs when all are taken. */
export function pricedInWords({
  priceMinor: price,
  pricedPer,
  maxTickets: most,
}: Pick<SeatingRule, 'priceMinor' | 'pricedPer' | 'maxTickets'>): string {
  if (pricedPer === 'ticket') return most === 1 ? 'per ticket' : `per ticket, up to ${most}`;
  if (most === 1) return 'for 1 seat';
  const each = price % most === 0 ? formatPrice(price / most) : `about ${formatPrice(Math.round(price / most / 100) * 100)}`;
  return `for up to ${most} seats, ${each} a seat when you take ${most}`;
}

/**
 * What a booking costs in minor units: General by the ticket, the others a fixed amount for the booking
 * (specification section 4: "amount equals 25 times tickets chosen"; 500, 1000, 2500 for the rest).
 * @param rules of the concert; without them, those of the specification
 * @throws RangeError when the category does not sell that many tickets
 */
export function priceMinor(seating: Seating, tickets: number, rules: SeatingRules = SEATING_RULES): number {
  const rule = rules[seating];
  if (!Number.isInteger(tickets) || tickets < 1 || tickets > rule.maxTickets) {
    throw new RangeError(`${seating} sells 1 to ${rule.maxTickets} tickets in one booking`);
  }
  return rule.pricedPer === 'ticket' ? rule.priceMinor * tickets : rule.priceMinor;
}
