import { describe, expect, it } from '@jest/globals';
import { DAY_MS } from '@concert/contracts/core/durations';
import { instantsOf, localTimeOf, wallClock } from '@concert/contracts/core/zoned-time';
import { DomainError } from '@concert/service-kit/process/errors';
import { paymentBegun } from '../bookings/booking.ts';
import { bookingOf } from '../bookings/order.harness.ts';
import { saleOf, type RequestedSettings } from '../concert-settings/concert-settings.ts';
import { firstConcert, type Concert } from './concert.ts';
import { withStart } from './postponement.ts';
import { assertNotClosed, assertOnSale, saleView } from './sale.ts';

const NOW = new Date('2027-03-01T12:00:00.000Z');
const HOLD_SECONDS = 1_800;
const first = firstConcert('open', NOW);

/** The code with which it is refused. */
function refusalOf(act: () => void): string | undefined {
  try {
    act();
    return undefined;
  } catch (error) {
    if (error instanceof DomainError) return error.code;
    throw error;
  }
}

/** What an admin wants, by the clocks of the venue. */
const wanted = (opens: string, ends: string, timeZone = first.timeZone) =>
  ({ sale: { opens, ends }, date: { timeZone } }) as RequestedSettings;
const at = (iso: string) => new Date(iso);

describe('the sale', () => {
  it('B4-544 of a draft is not open and says so without a time; of any other first concert it is', () => {
    const draft = firstConcert('draft', NOW);
    expect(saleView(draft, NOW)).toMatchObject({ saleState: 'soon', sale: { opensAt: null, opensText: 'soon' } });
    expect(refusalOf(() => assertOnSale(draft, NOW))).toBe('booking.sale_not_open');
    expect(saleView(first, NOW).saleState).toBe('open');
  });

  it('is given by the clocks of the venue: it ends when the evening begins, and opens before it ends', () => {
    const startsAt = at('2027-05-01T22:00:00.000Z');
    expect(saleOf(first, wanted('2027-04-01T10:00', ''), startsAt)).toEqual({
      sale: { opensAt: at('2027-04-01T14:00:00.000Z'), endsMinutesBefore: 0 },
    });
    expect(saleOf(first, wanted('', '2027-05-01T12:00'), startsAt)).toEqual({ sale: { opensAt: null, endsMinutesBefore: 360 } });
    const faults = [
      wanted('2027-03-14T02:30', ''),
      wanted('', '2027-03-14T02:30'),
      wanted('', '2027-05-01T18:01'),
      wanted('2027-05-01T18:00', ''),
      wanted('2027-04-02T10:00', '2027-04-02T10:00'),
    ].map((each) => saleOf(first, each, startsAt));
    expect(faults.map((each) => ('fault' in each ? each.fault.field : undefined))).toEqual([
      'sale.opens',
      'sale.ends',
      'sale.ends',
      'sale.opens',
      'sale.opens',
    ]);
  });

  it('B4-582 that ends before the evening moves along when that is moved, unless another end is said', () => {
    const concert = { ...first, startsAt: at('2027-05-01T22:00:00.000Z'), sale: { opensAt: null, endsMinutesBefore: 120 } };
    const endOf = (ends: string, startsAt: string) => {
      const moved = saleOf(concert, wanted('', ends), at(startsAt));
      return 'sale' in moved ? moved.sale.endsMinutesBefore : moved.fault.field;
    };
    // An hour earlier, and through a change of the clocks.
    for (const startsAt of ['2027-05-01T19:00:00.000Z', '2027-11-20T23:00:00.000Z']) expect(endOf('2027-05-01T16:00', startsAt)).toBe(120);
    expect(endOf('2027-05-01T14:00', '2027-05-01T19:00:00.000Z')).toBe(60);
    expect(endOf('', '2027-05-01T19:00:00.000Z')).toBe(0);
  });

  it('keeps the second of two equal times of an autumn night when the settings are saved as they were, and means the first otherwise', () => {
    const [one, two] = [at('2027-11-07T05:30:00.000Z'), at('2027-11-07T06:30:00.000Z')];
    const opening = (opensAt: Date) =>
      saleOf({ ...first, sale: { opensAt, endsMinutesBefore: 0 } }, wanted('2027-11-07T01:30', ''), at('2027-12-01T23:00:00.000Z'));
    expect(opening(two)).toEqual({ sale: { opensAt: two, endsMinutesBefore: 0 } });
    expect(opening(NOW)).toEqual({ sale: { opensAt: one, endsMinutesBefore: 0 } });
  });
});

it.each([
  ['America/New_York', '2027-03-14T18:00', '2027-03-13T23:30', '2027-03-14T03:30'],
  ['Europe/London', '2027-10-31T18:00', '2027-10-31T00:30', ''],
  ['Australia/Lord_Howe', '2027-04-04T19:00', '2027-03-01T10:00', '2027-04-04T03:00'],
  ['Asia/Kolkata', '2027-05-01T18:00', '2027-04-01T10:00', '2027-05-01T12:15'],
])(
  'B4-542 by the clocks of %s nothing is sold outside its times, also of an evening that is moved, and no held seats are cut off',
  (timeZone, evening, opens, ends) => {
    const instant = (local: string) => instantsOf(wallClock(local)!, timeZone)[0]!;
    const later = (moment: Date, ms: number) => new Date(moment.getTime() + ms);
    const startsAt = instant(evening);
    const [open, end] = [instant(opens), ends === '' ? startsAt : instant(ends)];
    const sold = saleOf(first, wanted(opens, ends, timeZone), startsAt);
    const concert = { ...first, ...sold, startsAt, timeZone } as Concert;
    const refusals = (of: Concert, to: Date) =>
      [later(open, -1), open, later(to, -1), to].map((now) => refusalOf(() => assertOnSale(of, now)));
    const inItsTimes = ['booking.sale_not_open', undefined, undefined, 'booking.sale_ended'];
    expect(refusals(concert, end)).toEqual(inItsTimes);
    // The settings as they are shown, sent back.
    const shown = wanted(localTimeOf(open, timeZone), ends === '' ? '' : localTimeOf(end, timeZone), timeZone);
    expect(saleOf(concert, shown, startsAt)).toEqual(sold);
    // Moved through changes of the clocks, the evening takes the end of its sale along.
    const moved = { ...concert, ...withStart(concert, later(startsAt, 200 * DAY_MS)) };
    expect(refusals(moved, later(end, 200 * DAY_MS))).toEqual(inItsTimes);
    // What was reserved in the last moment can be paid as long as its hold lasts.
    const hold = bookingOf({}, later(end, -1));
    expect(refusalOf(() => assertNotClosed(concert))).toBeUndefined();
    expect(paymentBegun(hold, later(hold.holdEndsAt, -1), HOLD_SECONDS)).toBeDefined();
  },
);
