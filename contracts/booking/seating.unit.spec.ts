import { describe, expect, it } from '@jest/globals';
import { categorySchema, seatingSchema } from './seating-schema.ts';
import { FIRST_PRICING, lowestPriceInWords, pricedInWords, priceMinor, SEATING_RULES, SEATINGS, seatingRules } from './seating.ts';

describe('the categories', () => {
  it('S9-01 S9-02 S9-03 S9-04 cost what the specification says, by the ticket or by the booking', () => {
    const rules = SEATINGS.map((name) => SEATING_RULES[name]);
    expect(
      rules.map(({ seating, label, maxTickets }) => [seating, label, ...[1, 3, maxTickets].map((tickets) => priceMinor(seating, tickets))]),
    ).toEqual([
      ['General Seating', 'General', 2_500, 7_500, 15_000],
      ['Preferred Seating', 'Preferred', 50_000, 50_000, 50_000],
      ['Premium Seating', 'Premium', 100_000, 100_000, 100_000],
      ['VIP Seating', 'VIP Seating', 250_000, 250_000, 250_000],
    ]);
  });

  it('S9-09 are sold up to six tickets, Preferred up to four', () => {
    expect(SEATINGS.map((seating) => SEATING_RULES[seating].maxTickets)).toEqual([6, 4, 6, 6]);
    for (const { seating, maxTickets } of Object.values(SEATING_RULES))
      expect(() => priceMinor(seating, maxTickets + 1)).toThrow(RangeError);
  });

  it.each([0, -1, 1.5, 5, Number.NaN])('S9-09 do not sell %p of at most 4 tickets', (tickets) => {
    expect(() => priceMinor('Preferred Seating', tickets)).toThrow('Preferred Seating sells 1 to 4 tickets in one booking');
    expect(priceMinor('Preferred Seating', 4)).toBe(50_000);
  });

  it('follow the pricing of a concert and keep the rest', () => {
    const cheap = { about: 'Behind', priceMinor: 950, defaultTickets: 2, maxTickets: 3 };
    const rules = seatingRules({ ...FIRST_PRICING, 'General Seating': cheap });
    expect(rules['General Seating']).toEqual({ seating: 'General Seating', label: 'General', pricedPer: 'ticket', ...cheap });
    expect({ ...rules, 'General Seating': SEATING_RULES['General Seating'] }).toEqual(SEATING_RULES);
    expect(priceMinor('General Seating', 3, rules)).toBe(2_850);
    expect(() => priceMinor('General Seating', 4, rules)).toThrow(RangeError);
  });

  it('are told with the lowest price, and with what a price is for', () => {
    expect(lowestPriceInWords({ categories: [{ priceMinor: 950 }, { priceMinor: 100_000 }] })).toBe('from $9.50');
    expect(SEATINGS.map((seating) => pricedInWords(SEATING_RULES[seating]))).toEqual([
      'per ticket, up to 6',
      'for up to 4 seats, $125 a seat when you take 4',
      'for up to 6 seats, about $167 a seat when you take 6',
      'for up to 6 seats, about $417 a seat when you take 6',
    ]);
    expect((['booking', 'ticket'] as const).map((pricedPer) => pricedInWords({ priceMinor: 950, pricedPer, maxTickets: 1 }))).toEqual([
      'for 1 seat',
      'per ticket',
    ]);
  });

  it('are no others than these, and shown whole', () => {
    expect(seatingSchema.safeParse('Balcony').error?.issues[0]?.message).toBe('Seating is not one of the categories');
    const shown = { ...SEATING_RULES['VIP Seating'], capacity: 10, left: 3 };
    expect(categorySchema.parse(shown)).toEqual(shown);
    expect(categorySchema.parse({ ...SEATING_RULES['General Seating'], capacity: 10, left: 3 }).pricedPer).toBe('ticket');
    const accessible = { left: 1, companionsLeft: 2, ticketsLeft: 3 };
    expect(categorySchema.parse({ ...shown, accessible })).toEqual({ ...shown, accessible });
    expect(categorySchema.safeParse({ ...shown, accessible: {} }).success).toBe(false);
    expect(categorySchema.safeParse({}).success).toBe(false);
  });
});
