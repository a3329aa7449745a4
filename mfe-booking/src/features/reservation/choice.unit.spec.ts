import { describe, expect, it } from '@jest/globals';
import { SEATING_RULES, SEATINGS, type Seating } from '@concert/contracts/booking/seating';
import { paymentAmountMinor } from '../payment-page/payment-page.ts';
import { amountMinor, chooseCategory, choiceOf, firstChoice, ticketOptions, withHeldSeats, type Category } from './choice.ts';

const category = (seating: Seating, left = 100): Category => ({ ...SEATING_RULES[seating], capacity: 100, left });
const general = category('General Seating');

describe('choosing a category', () => {
  it.each([
    ['S4-27 General', 'General Seating', 1, 2_500],
    ['S4-30 Preferred', 'Preferred Seating', 4, 50_000],
    ['S4-32 Premium', 'Premium Seating', 6, 100_000],
    ['S4-33 VIP', 'VIP Seating', 6, 250_000],
  ] as const)('%s begins with its own tickets and amount', (_, seating, tickets, amount) => {
    expect(chooseCategory(category(seating))).toEqual({ seating, tickets });
    expect(amountMinor(category(seating), tickets)).toBe(amount);
  });

  it('S4-28 General offers 1 to 6', () => {
    expect(ticketOptions(general)).toEqual([1, 2, 3, 4, 5, 6]);
  });

  it('S4-31 Preferred offers 1 to 4', () => {
    expect(ticketOptions(category('Preferred Seating'))).toEqual([1, 2, 3, 4]);
  });

  it('offers no more than are left', () => {
    expect(ticketOptions(category('Premium Seating', 4))).toEqual([1, 2, 3, 4]);
    expect(chooseCategory(category('Premium Seating', 4)).tickets).toBe(4);
    expect(ticketOptions(category('VIP Seating', 0))).toEqual([]);
  });
});

describe('B1-526 seats that are held for who is choosing', () => {
  it('can be chosen as they were, however full the category is for others', () => {
    const full = [general, { ...category('Preferred Seating', 0), accessible: { left: 0, companionsLeft: 0, ticketsLeft: 0 } }];
    const held = { seating: 'Preferred Seating', notickets: 3, access: { companions: 2 } } as const;
    expect(choiceOf(full, held)?.seating).toBe('General Seating');
    expect(choiceOf(withHeldSeats(full, [held]), held)).toEqual({ seating: 'Preferred Seating', tickets: 3, companions: 2 });
    expect(withHeldSeats(full, [])).toEqual(full);
    expect(withHeldSeats(full, [held])[0]).toEqual(general);
  });
});

describe('the amount', () => {
  it.each([1, 2, 3, 4, 5, 6])('S4-29 of General is 25 times %i', (tickets) => {
    expect(amountMinor(general, tickets)).toBe(2_500 * tickets);
  });

  it('of the other categories stays the same for any number of tickets', () => {
    for (const seating of SEATINGS.slice(1)) expect(amountMinor(category(seating), 1)).toBe(amountMinor(category(seating), 4));
  });

  it('S7-14 goes to the payment call per ticket for General and whole for the others', () => {
    expect(paymentAmountMinor({ seating: 'General Seating', amount: 15_000, notickets: 6 })).toBe(2_500);
    expect(paymentAmountMinor({ seating: 'Preferred Seating', amount: 50_000, notickets: 4 })).toBe(50_000);
  });

  it('B4-526 of the payment call follows from the booking, whatever the category costs now', () => {
    expect(paymentAmountMinor({ seating: 'General Seating', amount: 9_300, notickets: 3 })).toBe(3_100);
    expect(paymentAmountMinor({ seating: 'General Seating', amount: 6_200, notickets: 3, freeTickets: 1 })).toBe(3_100);
    expect(paymentAmountMinor({ seating: 'VIP Seating', amount: 310_050, notickets: 6 })).toBe(310_050);
  });
});

describe('the first choice', () => {
  const all = SEATINGS.map((seating) => category(seating));

  it('is General with one ticket', () => {
    expect(firstChoice(all, { seating: null, tickets: null })).toEqual({ seating: 'General Seating', tickets: 1 });
  });

  it('is what was kept while signing in', () => {
    expect(firstChoice(all, { seating: 'Preferred Seating', tickets: '2' })).toEqual({ seating: 'Preferred Seating', tickets: 2 });
  });

  it.each(['0', '7', '1.5', '2abc', '-1', 'Infinity', ''])('does not take %p tickets from storage', (tickets) => {
    expect(firstChoice(all, { seating: 'General Seating', tickets })).toEqual({ seating: 'General Seating', tickets: 1 });
  });

  it('B3-527 keeps an accessible seat while signing in, as far as there is one', () => {
    const accessible = { left: 1, companionsLeft: 1, ticketsLeft: 3 };
    const kept = { seating: 'General Seating', tickets: '3', companions: '2' };
    expect(firstChoice([{ ...general, accessible }], kept)).toEqual({ seating: 'General Seating', tickets: 3, companions: 2 });
    expect(firstChoice([{ ...general, accessible }], { ...kept, tickets: '4' })).toEqual({ seating: 'General Seating', tickets: 1 });
    expect(firstChoice([{ ...general, accessible }], { ...kept, companions: '3' })).toEqual({ seating: 'General Seating', tickets: 3 });
    expect(firstChoice([general], kept)).toEqual({ seating: 'General Seating', tickets: 3 });
  });

  it('passes over what is sold out', () => {
    const rest = [category('General Seating', 0), category('Preferred Seating')];
    expect(firstChoice(rest, { seating: 'General Seating', tickets: '2' })).toEqual({ seating: 'Preferred Seating', tickets: 4 });
    expect(firstChoice([], { seating: null, tickets: null })).toBeUndefined();
  });
});
