import { concertDate } from '@concert/contracts/booking/concert-date';
import { ticketsInWords } from '@concert/contracts/booking/counts-in-words';
import { fullName } from '@concert/contracts/booking/full-name';
import type { ReceiptView } from '@concert/contracts/booking/receipts';
import { dayInWords, formatTimestamp } from '@concert/contracts/core/time-in-words';
import { chargedFor, paidAt, type Booking } from '../booking.ts';
import type { Concert } from '../../concert/concert.ts';
import type { MoneyMove } from '../../money-moves/money.schema.ts';

/** Which way money went, seen from the house: 1 it came, -1 it left. Other news of it moved none. */
const DIRECTIONS: Readonly<Partial<Record<MoneyMove['what'], 1 | -1>>> = {
  ...{ settled: 1, 'refund-issued': -1, 'refund-failed': 1, 'dispute-lost': -1, 'dispute-won': 1 },
};
const GIFT = 'Gift to the welfare work';
const TEST = 'Test receipt: no money was taken';
const ERASED = 'The name was erased. Number, dates and amounts stay: the law requires accounts to be kept.';

/** `2026-00017`. */
export function receiptNumber({ year, number }: NonNullable<Booking['receipt']>): string {
  return `${year}-${String(number).padStart(5, '0')}`;
}

/** A receipt, in words. @param moves of the booking's money, oldest first @param concert as it was when the money came */
export function receiptOf(booking: Booking, moves: readonly MoneyMove[], concert: Concert, isTest: boolean): ReceiptView {
  const { receipt, erasedAt } = booking;
  const { title, timeZone, venue, organiser, organiserAddress } = concert;
  const at = paidAt(booking) ?? booking.createdAt;
  const lines = linesOf(booking, at, moves).map(({ at: on, ...line }) => ({ ...line, on: formatTimestamp(on, timeZone).slice(0, 10) }));
  return {
    ...(receipt ? { number: receiptNumber(receipt) } : {}),
    ...{ title, organiser, organiserAddress, lines },
    facts: [
      { term: 'Paid on', value: dayInWords(at, timeZone) },
      ...(erasedAt ? [] : [{ term: 'Received from', value: fullName(booking) }]),
      { term: 'Concert', value: concertDate(concert) },
      { term: 'Where', value: `${venue.name}, ${venue.address}` },
      { term: 'Booking id', value: booking.id },
    ],
    totalMinor: lines.reduce((sum, { amountMinor }) => sum + amountMinor, 0),
    notes: [...(isTest ? [TEST] : []), ...(erasedAt ? [ERASED] : [])],
  };
}

interface Line {
  readonly what: string;
  readonly at: Date;
  readonly amountMinor: number;
}

/* News may be told twice, and a refund may fail before any money left: a line is only what changed where some money is. */
function linesOf(booking: Booking, cameAt: Date, moves: readonly MoneyMove[]): Line[] {
  const { giftMinor = 0 } = booking;
  const sold = `${ticketsInWords(booking.ticketIds.length || booking.tickets)}, ${booking.seating}`;
  const paid = (what: string, at: Date, amountMinor: number): Line[] => [
    { what, at, amountMinor: amountMinor - giftMinor },
    ...(giftMinor > 0 ? [{ what: GIFT, at, amountMinor: giftMinor }] : []),
  ];
  const lines: Line[] = [];
  const directions = new Map<string, number>();
  const gifts = new Set<string>();
  for (const { what, at, amount, references, cardEnding } of moves) {
    const direction = DIRECTIONS[what];
    const reference = references[0] ?? '';
    if (what === 'gift' && !gifts.has(reference)) {
      // The gift beside the seats is the first, and has its line already.
      if (gifts.size > 0 || giftMinor !== amount.amountMinor)
        lines.push(
          { what: `Return${ended(booking, references)}`, at, amountMinor: -amount.amountMinor },
          { what: GIFT, at, amountMinor: amount.amountMinor },
        );
      gifts.add(reference);
    }
    if (!direction || direction === (directions.get(reference) ?? (what === 'settled' ? -1 : 1))) continue;
    directions.set(reference, direction);
    const words: Readonly<Partial<Record<MoneyMove['what'], string>>> = {
      'refund-issued': references.some((id) => gifts.has(id)) ? 'Refund of the gift' : `Refund${ended(booking, references)}`,
      'refund-failed': 'Refund that did not arrive',
      'dispute-lost': 'Taken back through your bank',
      'dispute-won': 'Given back by your bank',
    };
    if (what === 'settled') lines.push(...paid(cardEnding ? `${sold}, card ending in ${cardEnding}` : sold, at, amount.amountMinor));
    else lines.push({ what: words[what] ?? '', at, amountMinor: direction * amount.amountMinor });
  }
  // News of the payment comes by a queue of its own, and may be a moment late.
  const isTold = moves.some(({ what }) => what === 'settled');
  return isTold ? lines : [...paid(sold, cameAt, chargedFor(booking).amountMinor), ...lines];
}

/* Which tickets ended with a refund or a gift. */
function ended({ returns = [] }: Booking, references: readonly string[]): string {
  const numbers = returns.find(({ id }) => references.includes(id))?.tickets ?? [];
  return numbers.length === 0 ? '' : ` of ticket${numbers.length === 1 ? '' : 's'} ${numbers.join(', ')}`;
}
