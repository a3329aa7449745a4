import { expect, it } from '@jest/globals';
import type { BookingId } from '@concert/contracts/core/ids';
import { Outbox } from '@concert/service-kit/messages/outbox';
import { Metrics } from '@concert/service-kit/process/metrics';
import { FakeClock } from '@concert/test-kit/clock';
import { numberedId } from '@concert/test-kit/numbered';
import { transitioned, type Booking } from '../bookings/booking.ts';
import { SeatUnitOfWork } from '../bookings/lane/seat-unit-of-work.ts';
import { bookingOf } from '../bookings/order.harness.ts';
import { firstConcert, type Concert } from '../concert/concert.ts';
import { CarryOutChoices } from './carry-out-choices.ts';
import { isOver, withChoice, type TicketChoice } from './choice.ts';
import { CountChoices } from './count-choices.ts';

const SAID = new Date('2027-01-10T12:00:00.000Z');
const postponement = {
  dateToFollow: true,
  postponedAt: SAID,
  chooseUntil: new Date('2027-01-31T04:59:00.000Z'),
  silence: 'refund',
} as const;
const concert: Concert = { ...firstConcert('open', SAID), state: 'postponed', postponement };
const before = new Date(SAID.getTime() - 60_000);
const clock = new FakeClock(postponement.chooseUntil.toISOString());

function paid(number: number, over: Partial<Booking> = {}): Booking {
  const sold = transitioned(bookingOf({ id: numberedId('booking', number), tickets: 3 }, before), 'paid', {
    ...{ at: before, actor: 'svc-payment', cause: 'x' },
  });
  return { ...sold, ticketIds: [1, 2, 3].map((ticket) => numberedId('ticket', number * 10 + ticket)), ...over };
}
const dispute = { disputeId: 'dp_1', state: 'open', amountMinor: 1, at: SAID, version: 1 } as const;
const [chosen, kept, silent, disputed, spent] = [paid(1), paid(2), paid(3), paid(4, { dispute }), paid(5, { lostMinor: 7_500 })];
const choiceOf = (booking: Booking, giveBack: number[], gifts: number) =>
  withChoice(booking, undefined, postponement, { giveBack, gifts, confirmed: true }, SAID);

it('B2-561 B2-562 carries out choices and silence once: tickets end at once, except where a bank may have the money or all went back', async () => {
  const bookings = [chosen, kept, silent, disputed, spent];
  const stock = { seating: chosen.seating, capacity: 500, sold: 15, held: 0, version: 1 };
  const unit = new SeatUnitOfWork({ concert, stock, bookings, ended: [], now: clock.now() });
  const stored = new Map([choiceOf(chosen, [1, 3], 1), choiceOf(kept, [], 0)].map((choice) => [choice.bookingId, choice]));
  const choices = {
    of: (ids: BookingId[]) => Promise.resolve(ids.flatMap((id) => stored.get(id) ?? [])),
    put: (_before: unknown, after: TicketChoice) => Promise.resolve(Boolean(stored.set(after.bookingId, after))),
    asked: () => Promise.resolve(bookings),
    since: () => Promise.resolve([...stored.values()]),
    due: (now: Concert, at: Date) => Promise.resolve(isOver(now, at) ? bookings.filter(({ id }) => !stored.get(id)?.carriedOutFor) : []),
  };
  let current = firstConcert('open', SAID);
  const shown = { current: () => Promise.resolve(current) };
  const metrics = new Metrics('svc-booking');
  const counts = new CountChoices(metrics, choices, shown, clock);
  const standsStill = async () => (await metrics.registry.getSingleMetric('choices_stand_still_seconds')!.get()).values[0]?.value;
  expect([await counts.count(), await standsStill()]).toEqual([undefined, 0]);
  current = concert;
  clock.advance({ seconds: -1 });
  expect([(await counts.count())?.state, await standsStill()]).toEqual(['open', 0]);
  clock.advance({ seconds: 901 });
  expect(await counts.count()).toMatchObject({ state: 'under way', keepAll: 1, giveSome: 1, silent: 3, ticketsBack: 2, ticketsGiven: 1 });
  expect(await standsStill()).toBe(900);
  const lanes = {
    submit: (_seating: unknown, { decide }: { decide: Parameters<typeof unit.decide>[0] }) => Promise.resolve(unit.decide(decide)),
  };
  const outbox = new Outbox(null as never, 'svc-booking', clock);
  const beat = new CarryOutChoices(choices as never, lanes as never, shown as never, outbox, {
    now: () => (clock.advance({ seconds: 4 }), clock.now()),
  });
  await beat.run();
  await unit.runEffects(null as never);
  await beat.run();
  expect(bookings.map(({ id }) => unit.booking(id)!.taken)).toEqual([[1, 3], undefined, [1, 2, 3], undefined, undefined]);
  expect(unit.stock.sold).toBe(10);
  const valid = [1, 2, 3];
  expect(unit.facts.map(({ envelope }) => envelope.data)).toEqual([
    { bookingId: chosen.id, tickets: [1, 3], valid, gifts: 1, because: 'choice' },
    { bookingId: silent.id, tickets: valid, valid, gifts: 0, because: 'silence' },
    { bookingId: disputed.id, tickets: valid, valid, gifts: 0, because: 'silence' },
  ]);
  expect(await counts.count()).toMatchObject({ state: 'done', keepAll: 1, giveSome: 1, giveAll: 0, silent: 3 });
  expect(await standsStill()).toBe(0);
  expect(((current = { ...concert, state: 'cancelled' }), await standsStill())).toBe(0);
});
