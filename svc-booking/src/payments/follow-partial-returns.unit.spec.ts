import { describe, expect, it } from '@jest/globals';
import { idFromBytes } from '@concert/contracts/core/ids';
import { TooEarlyError } from '@concert/service-kit/process/errors';
import { numbersFrom } from '@concert/test-kit/numbers';
import { assertCompanionsFollow } from '../bookings/access.ts';
import { transitioned, seatsOf, type Booking } from '../bookings/booking.ts';
import { withReturn } from '../bookings/returned-tickets.ts';
import { bookingOf } from '../bookings/order.harness.ts';
import { SeatUnitOfWork, type SeatDraft } from '../bookings/lane/seat-unit-of-work.ts';
import { givenAmountOf, returnedInParts, type ReturnUpdate } from '../bookings/partial-return.ts';
import { firstConcert } from '../concert/concert.ts';
import { soldOnDayOf } from '../reports/report.ts';
import { renewedTickets, ticketsLeft } from '../tickets/renewal.ts';
import { FollowRefunds } from './follow-refunds.ts';

const start = new Date('2026-11-21T12:00:00.000Z');
const id = idFromBytes('booking', new Uint8Array(17));
const by = { actor: 'svc-payment', cause: 'x' } as const;
const returnIdOf = (number: number) => idFromBytes('refund', new Uint8Array(17).fill(number));
const ticketIdOf = (number: number) => idFromBytes('ticket', new Uint8Array(17).fill(number));
const pending = bookingOf({ id, tickets: 6 }, start);
const paid: Booking = {
  ...transitioned(pending, 'paid', { at: start, ...by }),
  ticketIds: [1, 2, 3, 4, 5, 6].map(ticketIdOf),
};
const OTHERS = 8;

function roundWith(booking: Booking, now = start): SeatUnitOfWork {
  return new SeatUnitOfWork({
    concert: firstConcert('open', now),
    stock: { seating: 'General Seating', capacity: 500, sold: OTHERS + seatsOf(booking).sold, held: seatsOf(booking).held, version: 1 },
    bookings: [booking],
    ended: [],
    now,
  });
}

type Received = ReturnUpdate | { readonly whole: true; readonly attempt: number; readonly step: ReturnUpdate['step'] };

function follow(seats: SeatDraft, received: Received): void {
  const refunds = new FollowRefunds();
  if ('whole' in received) refunds.follow(seats, id, received, by);
  else refunds.followPart(seats, id, received);
}

/** Everything told of a booking: gifts, some sent back, and parts, some failing and sent again or bounced later, and sometimes the rest. */
function story(roll: () => number): { told: Received[]; ended: number[]; minor: number; given: number; whole: boolean } {
  const told: Received[] = [];
  let attempt = 0;
  const tell = (of: (mark: { attempt: number; step: ReturnUpdate['step'] }) => Received): boolean => {
    for (;;) {
      attempt += 1;
      const fate = roll();
      const steps = fate < 0.6 ? ['started', 'issued'] : fate < 0.8 ? ['started', 'failed'] : ['started', 'issued', 'failed'];
      told.push(...steps.map((step) => of({ attempt, step: step as ReturnUpdate['step'] })));
      if (fate < 0.6) return true;
      if (roll() < 0.4) return false;
    }
  };
  const ended: number[] = [];
  let minor = 0;
  let given = 0;
  for (let part = 1; part <= 1 + Math.floor(roll() * 4); part += 1) {
    const tickets = [2, 3, 4, 5, 6].filter((number) => !ended.includes(number) && roll() < 0.3);
    ended.push(...tickets);
    const amountMinor = 1 + Math.floor(roll() * 2_000);
    if (roll() < 0.3) {
      attempt += 1;
      told.push({ returnId: returnIdOf(part), tickets, amountMinor, attempt, step: 'given' });
      if (roll() < 0.5) given += amountMinor;
      else if (tell((mark) => ({ returnId: returnIdOf(part), tickets, amountMinor, ...mark }))) minor += amountMinor;
    } else if (tell((mark) => ({ returnId: returnIdOf(part), tickets, amountMinor, ...mark }))) minor += amountMinor;
  }
  const whole = roll() < 0.4 && tell((mark) => ({ whole: true, ...mark }));
  return { told, ended, minor, given, whole };
}

describe('news of partial returns', () => {
  it('B3-528 end companions with the accessible seat they are by, and give each seat back to its pool', () => {
    const seated: Booking = { ...paid, access: { companions: 2, free: 0 } };
    const given = (tickets: number[]): Booking =>
      withReturn(seated, { returnId: returnIdOf(1), attempt: 1, step: 'started', tickets, amountMinor: 100 }, start);
    expect(seatsOf(seated)).toEqual({ sold: 6, held: 0, accessible: 1, companions: 2 });
    expect(seatsOf(given([3, 6]))).toEqual({ sold: 4, held: 0, accessible: 1, companions: 1 });
    expect([seatsOf(given([1])), given([1]).tickets]).toEqual([{ sold: 3, held: 0 }, 3]);
    expect(ticketsLeft(given([1])).map(({ number }) => number)).toEqual([4, 5, 6]);
    // Whoever gives tickets back is told before.
    const follows = (booking: Booking, numbers: number[]) => () => assertCompanionsFollow(booking, numbers, '/tickets');
    expect(follows(seated, [1, 3])).toThrow(expect.objectContaining({ code: 'request.invalid' }));
    for (const [booking, numbers] of [
      [seated, [1, 2, 3]],
      [seated, [2]],
      [given([2]), [1, 3]],
    ] as const)
      expect(follows(booking, [...numbers])).not.toThrow();
  });

  it('B2-543 B2-553 ends each ticket and gives each seat back once, and counts the money right, in whatever order and however often it comes', () => {
    let gifts = 0;
    for (let seed = 1; seed <= 600; seed += 1) {
      const roll = numbersFrom(seed);
      const { told, ended, minor, given, whole } = story(roll);
      if (given > 0 && (minor > 0 || whole)) gifts += 1;
      const again = told.filter(() => roll() < 0.3);
      const queue = [...told, ...again].map((received) => ({ received, place: roll() })).sort((one, other) => one.place - other.place);
      let booking = paid;
      let sold = OTHERS + 6;
      let minutes = 0;
      while (queue.length > 0) {
        const { received } = queue.shift()!;
        minutes += 20;
        const round = roundWith(booking, new Date(start.getTime() + minutes * 60_000));
        const outcome = round.decide((seats) => follow(seats, received));
        if (!outcome.ok) {
          if (!(outcome.error instanceof TooEarlyError)) throw outcome.error;
          queue.push({ received, place: 0 });
          continue;
        }
        sold += round.stock.sold - (OTHERS + seatsOf(booking).sold);
        booking = round.booking(id)!;
      }
      const left = [1, 2, 3, 4, 5, 6].filter((number) => !ended.includes(number));
      const is = {
        numbers: ticketsLeft(booking).map(({ number }) => number),
        tickets: booking.tickets,
        sold,
        minor: returnedInParts(booking),
        given: givenAmountOf(booking, 15_000),
      };
      const seats = seatsOf(booking).sold;
      expect([seed, is]).toEqual([
        seed,
        {
          numbers: left,
          tickets: left.length,
          sold: OTHERS + seats,
          minor,
          given,
        },
      ]);
      if (whole) expect([seed, booking.status, seats]).toEqual([seed, 'refunded', 0]);
      else if (booking.status === 'paid') expect([seed, seats]).toEqual([seed, left.length]);
      expect([seed, soldOnDayOf(start, 'UTC', [booking])]).toEqual([seed, 6]);
    }
    expect(gifts).toBeGreaterThan(100);
  });

  it('ends a ticket once, although two of them name it', () => {
    const round = roundWith(paid);
    const received = (number: number, tickets: number[]) =>
      round.decide((seats) => follow(seats, { returnId: returnIdOf(number), tickets, amountMinor: 1, attempt: number, step: 'started' }));
    received(1, [2, 3]);
    received(2, [3, 4, 7]);
    const booking = round.booking(id)!;
    expect([booking.tickets, round.stock.sold, booking.returns?.map(({ tickets }) => tickets)]).toEqual([3, OTHERS + 3, [[2, 3], [4]]]);
  });

  it('waits for a booking whose payment is not known yet', () => {
    const outcome = roundWith(pending).decide((seats) =>
      follow(seats, { returnId: returnIdOf(1), tickets: [1], amountMinor: 1, attempt: 1, step: 'started' }),
    );
    expect(!outcome.ok && outcome.error).toBeInstanceOf(TooEarlyError);
  });

  it('B2-543 leaves numbers as they are: other tickets are renewed, those that ended are not', () => {
    const round = roundWith(paid);
    round.decide((seats) => follow(seats, { returnId: returnIdOf(1), tickets: [2, 3], amountMinor: 1, attempt: 1, step: 'issued' }));
    const booking = round.booking(id)!;
    let made = 10;
    const { ticketIds, replacedTickets } = renewedTickets(booking, new Set([ticketIdOf(1)]), () => ticketIdOf((made += 1)));
    expect(ticketIds.map((ticketId, index) => ticketId === booking.ticketIds[index])).toEqual([true, true, true, false, false, false]);
    expect(replacedTickets.map(({ number }) => number)).toEqual([4, 5, 6]);
  });
});
