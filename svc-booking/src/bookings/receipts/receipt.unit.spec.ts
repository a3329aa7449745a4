import { describe, expect, it } from '@jest/globals';
import { money } from '@concert/contracts/core/money';
import { bookingOf } from '../order.harness.ts';
import { transitioned, type Booking } from '../booking.ts';
import { firstConcert } from '../../concert/concert.ts';
import type { MoneyMove } from '../../money-moves/money.schema.ts';
import { receiptOf } from './receipt.ts';

const now = new Date('2027-01-01T02:00:00.000Z');
const concert = firstConcert('open', now);
const paid = {
  ...transitioned(bookingOf({}, now), 'paid', { at: now, actor: 'svc-payment', cause: 'webhook' }),
  receipt: { year: 2026, number: 17 },
};
const move = (what: MoneyMove['what'], reference: string, amountMinor = 5_000): MoneyMove => ({
  ...{ id: `${what} ${reference}`, bookingId: paid.id, what, at: now, amount: money(amountMinor), references: [reference] },
  ...(what === 'settled' ? { cardEnding: '4242' } : {}),
});
const SOLD = ['2 tickets, General Seating, card ending in 4242', 5_000] as const;
const linesOf = (moves: readonly MoneyMove[], booking: Booking = paid) =>
  receiptOf(booking, moves, concert, false).lines.map(({ what, amountMinor }) => [what, amountMinor]);

describe('a receipt', () => {
  it('B3-610 says its number, who was paid, who paid, when by the clocks of the concert, for what', () => {
    expect(receiptOf(paid, [], concert, true)).toMatchObject({
      ...{ number: '2026-00017', organiser: concert.organiser, organiserAddress: concert.organiserAddress, totalMinor: 5_000 },
      facts: [
        { term: 'Paid on', value: 'Thursday, December 31, 2026' },
        { term: 'Received from', value: 'Meera' },
        { term: 'Concert' },
        { term: 'Where', value: 'Riverside Concert Hall, 100 Riverside Drive, Princeton, NJ 08540' },
        { term: 'Booking id', value: paid.id },
      ],
      lines: [{ what: '2 tickets, General Seating', on: '12/31/2026', amountMinor: 5_000 }],
      notes: ['Test receipt: no money was taken'],
    });
  });

  it.each<[string, MoneyMove[], readonly (readonly [string, number])[]]>([
    ['a payment that is told twice', [move('settled', 'pi'), move('settled', 'pi')], [SOLD]],
    ['a refund', [move('settled', 'pi'), move('refund-started', 'rf'), move('refund-issued', 'rf')], [SOLD, ['Refund', -5_000]]],
    ['a refund that never left', [move('settled', 'pi'), move('refund-started', 'rf'), move('refund-failed', 'rf')], [SOLD]],
    [
      'a refund that came back, and went again',
      [move('settled', 'pi'), move('refund-issued', 'rf'), move('refund-failed', 'rf'), move('refund-issued', 'rf_2')],
      [SOLD, ['Refund', -5_000], ['Refund that did not arrive', 5_000], ['Refund', -5_000]],
    ],
    [
      'a gift out of a return',
      [move('settled', 'pi'), move('gift', 'rf', 2_500)],
      [SOLD, ['Return', -2_500], ['Gift to the welfare work', 2_500]],
    ],
    [
      'a dispute that is lost, and won in the end',
      [move('settled', 'pi'), move('dispute-open', 'du'), move('dispute-lost', 'du'), move('dispute-won', 'du')],
      [SOLD, ['Taken back through your bank', -5_000], ['Given back by your bank', 5_000]],
    ],
    ['a dispute that is won', [move('settled', 'pi'), move('dispute-open', 'du'), move('dispute-won', 'du')], [SOLD]],
  ])('B3-611 has a line for each way that money went: %s', (_, moves, lines) => {
    expect(linesOf(moves)).toEqual(lines);
  });

  it('B3-611 has a line for a gift beside the seats, as soon as its money came, and one for its refund', () => {
    const gift = { ...paid, giftMinor: 2_000, chargedOtherwise: money(7_000) };
    const came = [
      ['2 tickets, General Seating', 5_000],
      ['Gift to the welfare work', 2_000],
    ];
    expect(linesOf([], gift)).toEqual(came);
    const back = { ...move('refund-issued', 'rf_2', 2_000), references: ['rf_2', 'rf'] };
    const moves = [move('settled', 'pi', 7_000), move('gift', 'rf', 2_000), move('gift', 'rf', 2_000), move('refund-issued', 'rf_1'), back];
    expect(linesOf(moves, gift)).toEqual([SOLD, came[1], ['Refund', -5_000], ['Refund of the gift', -2_000]]);
  });

  it('B3-611 names the tickets that a refund is for', () => {
    const part = { id: 'rf' as never, tickets: [1, 2], amountMinor: 2_500, steps: [] };
    const { lines, totalMinor } = receiptOf(
      { ...paid, returns: [part] },
      [move('settled', 'pi'), move('refund-issued', 'rf', 2_500)],
      concert,
      false,
    );
    expect([lines[1]!.what, totalMinor]).toEqual(['Refund of tickets 1, 2', 2_500]);
  });

  it('B6-591 names nobody once its buyer was erased, and says what is kept', () => {
    const { facts, notes, number } = receiptOf({ ...paid, erasedAt: now }, [], concert, false);
    expect([facts.map(({ term }) => term), number]).toEqual([['Paid on', 'Concert', 'Where', 'Booking id'], '2026-00017']);
    expect(notes[0]).toMatch(/^The name was erased\./);
  });
});
