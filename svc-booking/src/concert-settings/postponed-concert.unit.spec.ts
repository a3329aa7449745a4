import { describe, expect, it } from '@jest/globals';
import { DomainError } from '@concert/service-kit/process/errors';
import { firstConcert, type Concert } from '../concert/concert.ts';
import { assertKnownDate, assertPlainState, formerEvenings } from '../concert/postponement.ts';
import { changedConcert } from './concert-settings.ts';
import { postponedConcert, type PostponementRequest } from './postponed-concert.ts';

const NOW = new Date('2027-06-01T12:00:00.000Z');
const OLD = new Date('2027-07-03T22:00:00.000Z');
const NEW = new Date('2027-09-04T22:00:00.000Z');
const concert: Concert = { ...firstConcert('open', NOW), startsAt: OLD };
const wanted: PostponementRequest = {
  version: 1,
  date: { local: '2027-09-04T18:00' },
  reason: 'Rain',
  lastDay: '2027-07-31',
  silence: 'keep',
};
const postponed = (before: Concert = concert, over: Partial<PostponementRequest> = {}) =>
  postponedConcert(before, { ...wanted, ...over }, NOW);
const toFollow = postponed(concert, { date: null });

/** Field and detail of a refusal. */
function fault(run: () => unknown): unknown {
  try {
    run();
  } catch (error) {
    if (error instanceof DomainError) return error.errors?.map(({ field, detail }) => [field, detail]) ?? error.code;
    throw error;
  }
  return undefined;
}

describe('a postponed concert', () => {
  it('B2-528 has its new start, and keeps the one it had', () => {
    expect(postponed()).toMatchObject({
      state: 'postponed',
      stateReason: 'Rain',
      startsAt: NEW,
      previousStarts: [OLD],
      // The end of 31 July in New York.
      postponement: { dateToFollow: false, chooseUntil: new Date('2027-08-01T03:59:00.000Z'), silence: 'keep' },
      version: 2,
    });
  });

  it('B2-528 without a new date keeps the start that does not take place, until a date is given', () => {
    expect(toFollow).toMatchObject({ startsAt: OLD, previousStarts: [], postponement: { dateToFollow: true } });
    expect(postponed(toFollow)).toMatchObject({ startsAt: NEW, previousStarts: [OLD], postponement: { dateToFollow: false } });
  });

  it('that takes place as planned after all was on no other date', () => {
    expect(postponed(toFollow, { date: { local: '2027-07-03T18:00' }, lastDay: '2027-07-01' })).toMatchObject({
      startsAt: OLD,
      previousStarts: [],
    });
  });

  it('B4-581 tells each former evening once; hours of the present one are none, however they came', () => {
    const at = (iso: string) => new Date(`2027-${iso}:00.000Z`);
    const told = (startsAt: string, ...previous: string[]) =>
      formerEvenings({ startsAt: at(startsAt), previousStarts: previous.map(at) }).map((start) => start.toISOString().slice(5, 16));
    expect(told('07-03T22:15', '07-03T22:00')).toEqual([]);
    expect(told('07-03T22:00', '07-03T22:30')).toEqual([]);
    expect(told('09-04T22:15', '07-03T22:00', '07-03T22:30', '09-04T22:00')).toEqual(['07-03T22:30']);
    expect(told('07-03T22:15', '07-03T22:00', '09-04T22:00')).toEqual(['09-04T22:00']);
    // Small steps that add up to another evening.
    expect(told('07-03T23:30', '07-03T22:00', '07-03T22:45')).toEqual(['07-03T22:00']);
  });

  it('may keep its date and change the rest, once it is postponed', () => {
    expect(postponed(postponed(), { silence: 'refund' })).toMatchObject({
      startsAt: NEW,
      previousStarts: [OLD],
      postponement: { silence: 'refund' },
    });
  });

  it.each<[string, Partial<PostponementRequest>, Concert, unknown]>([
    ['a date that has passed', { date: { local: '2027-05-01T18:00' } }, concert, [['date.local', 'The new date must lie ahead']]],
    ['the date it has', { date: { local: '2027-07-03T18:00' } }, concert, [['date.local', 'The concert has this date already']]],
    ['a time that never comes', { date: { local: '2028-03-12T02:30' } }, concert, [['date.local', expect.stringContaining('not exist')]]],
    ['a deadline that has passed', { lastDay: '2027-05-31' }, concert, [['lastDay', 'The last day to choose must lie ahead']]],
    [
      'a deadline after the new date',
      { lastDay: '2027-09-04' },
      concert,
      [['lastDay', 'The last day to choose must lie before the new date']],
    ],
    ['a cancelled concert', {}, { ...concert, state: 'cancelled' }, 'booking.concert_cancelled'],
  ])('is refused for %s', (_, over, before, expected) => {
    expect(fault(() => postponed(before, over))).toEqual(expected);
  });
});

describe('a plain change of the settings', () => {
  it('B6-509 neither cancels nor postpones, nor opens reservations while the new date is to follow', () => {
    for (const state of ['postponed', 'cancelled'] as const)
      expect(fault(() => assertPlainState(concert, state))).toEqual([['state', expect.stringContaining('use the page')]]);
    for (const state of ['open', 'disabled'] as const)
      expect(fault(() => assertPlainState(toFollow, state))).toEqual([['state', expect.stringContaining('give it first')]]);
    expect(fault(() => assertKnownDate(toFollow, NEW))).toEqual([['date.local', expect.stringContaining('give it')]]);
    expect(fault(() => assertKnownDate(toFollow, OLD))).toBeUndefined();
  });

  it('opens or disables a postponed concert, and takes a cancellation back', () => {
    for (const state of ['open', 'disabled', 'postponed'] as const)
      expect(fault(() => assertPlainState(postponed(), state))).toBeUndefined();
    expect(fault(() => assertPlainState({ ...toFollow, state: 'cancelled' }, 'postponed'))).toBeUndefined();
    expect(fault(() => assertPlainState({ ...concert, state: 'cancelled' }, 'postponed'))).toBeDefined();
  });

  it('of the date keeps the old one where somebody holds a ticket for it, and the postponement in any case', () => {
    const { timeZone } = concert;
    const body = { ...concert, date: { local: '2027-10-02T18:00', timeZone } } as never;
    const later = new Date('2027-10-02T22:00:00.000Z');
    expect(changedConcert(postponed(), body, { startsAt: later, sale: concert.sale }, true)).toMatchObject({
      startsAt: later,
      previousStarts: [OLD, NEW],
      postponement: { silence: 'keep' },
    });
    expect(changedConcert(postponed(), body, { startsAt: later, sale: concert.sale }, false)).toMatchObject({
      startsAt: later,
      previousStarts: [OLD],
    });
  });
});
