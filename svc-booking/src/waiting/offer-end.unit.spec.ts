import { describe, expect, it } from '@jest/globals';
import { MAX_OFFER_MS } from '../bookings/booking.ts';
import { offerEnd } from './offer-end.ts';

const NEW_YORK = 'America/New_York';
const KOLKATA = 'Asia/Kolkata';

describe('an offer', () => {
  it.each([
    ['lasts 12 hours at first', '2026-11-21T15:00Z', '2027-01-16T23:00Z', NEW_YORK, '2026-11-22T03:00Z'],
    ['lasts a quarter of two days and less', '2027-01-15T14:00Z', '2027-01-16T23:00Z', NEW_YORK, '2027-01-15T22:15Z'],
    ['shrinks in step with the hours in the last twelve', '2027-01-16T11:00Z', '2027-01-16T23:00Z', NEW_YORK, '2027-01-16T14:00Z'],
    ['lasts 45 minutes when six hours are left', '2027-01-16T17:00Z', '2027-01-16T23:00Z', NEW_YORK, '2027-01-16T17:45Z'],
    ['lasts five minutes on the evening', '2027-01-16T22:00Z', '2027-01-16T23:00Z', NEW_YORK, '2027-01-16T22:05Z'],
    ['never ends after the sale', '2027-01-16T22:58Z', '2027-01-16T23:00Z', NEW_YORK, '2027-01-16T23:00Z'],
    // 22:30 at the venue, and 25 hours are left: 6¼ hours would end at 4:45.
    ['of the night has two hours of the next day', '2027-01-16T03:30Z', '2027-01-17T04:30Z', NEW_YORK, '2027-01-16T15:00Z'],
    ['of the evening has the rest of them in the morning', '2027-01-16T02:00Z', '2027-01-17T03:00Z', NEW_YORK, '2027-01-16T14:00Z'],
    ['has no night on the last day', '2027-01-16T03:30Z', '2027-01-16T23:00Z', NEW_YORK, '2027-01-16T08:22:30Z'],
    // Clocks go back at 2:00: the night has eleven hours.
    ['outlasts the night in which clocks go back', '2026-11-01T02:00Z', '2026-12-01T00:00Z', NEW_YORK, '2026-11-01T15:00Z'],
    ['outlasts the night in which clocks go forward', '2027-03-14T03:00Z', '2027-03-15T09:00Z', NEW_YORK, '2027-03-14T14:00Z'],
    // 23:30 on the last day of a month at the venue.
    ['goes by the clocks of the venue', '2026-11-30T18:00Z', '2026-12-01T19:00Z', KOLKATA, '2026-12-01T04:30Z'],
  ])('%s', (_what, now, saleEnd, timeZone, end) => {
    expect(offerEnd(new Date(now), new Date(saleEnd), timeZone)).toEqual(new Date(end));
  });

  it('is never longer than a hold of it is believed, and leaves time for three more until the last day', () => {
    const saleEnd = new Date('2026-11-03T23:00Z');
    for (let now = saleEnd.getTime() - 5 * 86_400_000; now < saleEnd.getTime(); now += 600_000) {
      const ms = offerEnd(new Date(now), saleEnd, NEW_YORK).getTime() - now;
      expect(ms).toBeLessThanOrEqual(MAX_OFFER_MS);
      if (saleEnd.getTime() - now > 2.5 * 86_400_000) expect(4 * ms).toBeLessThanOrEqual(saleEnd.getTime() - now);
    }
  });
});
