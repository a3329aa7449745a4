import { describe, expect, it } from '@jest/globals';
import { moneyOfTickets } from '@concert/contracts/booking/choices';
import { idFromBytes } from '@concert/contracts/core/ids';
import { moneyLeft, transitioned, type Booking } from '../bookings/booking.ts';
import { bookingOf } from '../bookings/order.harness.ts';
import { firstConcert } from '../concert/concert.ts';
import {
  asksHolders,
  carriedOut,
  withChoice,
  isAsked,
  isClosedForChoice,
  needsBuyer,
  choiceInForce,
  type PostponedConcertWithDeadline,
} from './choice.ts';

const SAID = new Date('2027-01-10T12:00:00.000Z');
const UNTIL = new Date('2027-01-31T04:59:00.000Z');
const postponement = { dateToFollow: true, postponedAt: SAID, chooseUntil: UNTIL, silence: 'refund' } as const;
const concert: PostponedConcertWithDeadline = { ...firstConcert('open', SAID), state: 'postponed', postponement };
const before = new Date(SAID.getTime() - 60_000);
const pending = bookingOf({ tickets: 4 }, before);
const booking: Booking = {
  ...transitioned(pending, 'paid', { at: before, actor: 'svc-payment', cause: 'x' }),
  ticketIds: [1, 2, 3, 4].map((fill) => idFromBytes('ticket', new Uint8Array(17).fill(fill))),
};
const returned: Booking = {
  ...booking,
  returns: [
    { id: idFromBytes('refund', new Uint8Array(17)), tickets: [2], amountMinor: 2_500, steps: [{ attempt: 1, step: 'started', at: SAID }] },
  ],
};
const confirmed = true;
const keep = withChoice(booking, undefined, postponement, { giveBack: [], gifts: 0, confirmed }, SAID);

describe('a choice after a postponement', () => {
  it('B2-547 is asked for paid bookings that were made before it was said, unless the concert is cancelled', () => {
    expect([isAsked(booking, concert), isAsked(pending, concert)]).toEqual([true, false]);
    expect(isAsked({ ...booking, createdAt: SAID }, concert)).toBe(false);
    expect(asksHolders({ ...concert, state: 'open' })).toBe(true);
    expect(asksHolders({ ...concert, state: 'cancelled' })).toBe(false);
    expect(asksHolders(firstConcert('open', SAID))).toBe(false);
  });

  it('B2-547 can be changed until the deadline, or until it was carried out', () => {
    expect([isClosedForChoice(concert, keep, new Date(UNTIL.getTime() - 1)), isClosedForChoice(concert, keep, UNTIL)]).toEqual([
      false,
      true,
    ]);
    expect(isClosedForChoice(concert, carriedOut(booking, keep, postponement, UNTIL), SAID)).toBe(true);
  });

  it('counts at the deadline, without tickets that ended meanwhile; silence then means what was said', () => {
    const some = withChoice(booking, keep, postponement, { giveBack: [4, 2], gifts: 2, confirmed }, SAID);
    expect(some).toMatchObject({ giveBack: [2, 4], gifts: 2, of: 4, version: 2 });
    expect(carriedOut(returned, some, postponement, UNTIL)).toMatchObject({
      ...{ giveBack: [4], gifts: 1, of: 3 },
      ...{ chosenAt: SAID, carriedOutFor: SAID, carriedOutAt: UNTIL },
    });
    expect(carriedOut(booking, keep, postponement, UNTIL).giveBack).toEqual([]);
    expect(carriedOut(returned, undefined, postponement, UNTIL)).toMatchObject({ giveBack: [1, 3, 4], gifts: 0, chosenAt: null });
    expect(carriedOut(booking, undefined, { ...postponement, silence: 'keep' }, UNTIL).giveBack).toEqual([]);
  });

  it('stands when the concert is postponed again, and is asked for anew once it was carried out', () => {
    const again = { ...postponement, postponedAt: new Date(SAID.getTime() + 86_400_000) };
    expect(choiceInForce(keep, again)).toBe(keep);
    expect(choiceInForce(carriedOut(booking, keep, postponement, UNTIL), again)).toBeUndefined();
    expect(isClosedForChoice({ ...concert, postponement: again }, carriedOut(booking, keep, postponement, UNTIL), SAID)).toBe(false);
  });

  it('B2-576 waits for the buyer where it costs all tickets or money and came by the link alone; until then what stood before counts, or silence', () => {
    const wishes = [[], [1, 2, 3], [1, 2, 3, 4]].map((giveBack) => ({ giveBack, gifts: 0 }));
    expect(wishes.map((wish) => needsBuyer(booking, wish))).toEqual([false, false, true]);
    expect(needsBuyer(booking, { giveBack: [1], gifts: 1 })).toBe(true);
    expect(needsBuyer(returned, { giveBack: [1, 3, 4], gifts: 0 })).toBe(true);
    const gift = { giveBack: [2, 1], gifts: 2, confirmed: false };
    const first = withChoice(booking, undefined, postponement, gift, SAID);
    expect([choiceInForce(first, postponement), first.toConfirm]).toEqual([undefined, { giveBack: [1, 2], gifts: 2, at: SAID }]);
    expect(carriedOut(booking, first, postponement, UNTIL)).toMatchObject({ giveBack: [1, 2, 3, 4], gifts: 0, chosenAt: null });
    const second = withChoice(booking, keep, postponement, gift, UNTIL);
    expect(carriedOut(booking, second, postponement, UNTIL)).toMatchObject({ giveBack: [], gifts: 0, chosenAt: SAID, toConfirm: null });
    expect(second.history.map(({ giveBack, confirmed }) => [giveBack, confirmed])).toEqual([
      [[], true],
      [[1, 2], false],
    ]);
    expect(withChoice(booking, second, postponement, gift, UNTIL)).toBe(second);
    const agreed = withChoice(booking, second, postponement, { ...gift, confirmed }, UNTIL);
    expect(carriedOut(booking, agreed, postponement, UNTIL)).toMatchObject({ giveBack: [1, 2], gifts: 2, chosenAt: UNTIL });
    expect(withChoice(booking, agreed, postponement, { ...gift, confirmed }, UNTIL)).toBe(agreed);
  });

  it('B2-547 says the money that goes back: a share of what is left, rounded down, and all of it with all tickets', () => {
    expect([moneyLeft(booking), moneyLeft(returned), moneyLeft({ ...returned, lostMinor: 9_999 })]).toEqual([10_000, 7_500, 0]);
    expect([1, 2, 3].map((count) => moneyOfTickets(7_501, 3, count))).toEqual([2_500, 5_000, 7_501]);
  });
});
