import { describe, expect, it } from '@jest/globals';
import { promisesAsText, readPublished } from './published.ts';
import { breaks, promises, type Promises } from './promises.ts';

const now = promises();
const CONCERT = 'GET /api/concert';
const RESERVE = 'POST /api/reserve-your-seat';
const FACT = 'booking.booking.paid.v1';

// A promise changed by hand fits no type; what it holds is what the test is about.
// eslint-disable-next-line @typescript-eslint/no-explicit-any
type Loose = any;

/** The promises with svc-booking's changed by hand. */
function changed(change: (booking: Map<string, Loose>) => void): Map<string, Promises> {
  const booking = new Map(structuredClone([...now.get('booking')!]));
  change(booking);
  return new Map([...now, ['booking', booking]]);
}

describe('published contracts', () => {
  it('B8-514 are what the sources promise; after an addition write them again with npm run contracts', async () => {
    const published = await readPublished();
    expect(breaks(published, now)).toEqual([]);
    expect([...published.keys()].sort()).toEqual([...now.keys()].sort());
    for (const [owner, promised] of now)
      expect({ owner, text: promisesAsText(published.get(owner)!) }).toEqual({ owner, text: promisesAsText(promised) });
  });

  it.each([
    ['a route that is gone', (booking: Map<string, Loose>) => booking.delete(CONCERT), `${CONCERT}: is gone`],
    ['a fact that is gone', (booking: Map<string, Loose>) => booking.delete(FACT), `${FACT}: is gone`],
    [
      'a route for fewer people',
      (booking: Map<string, Loose>) => (booking.get(CONCERT).access = 'door'),
      `${CONCERT}: is only for door now`,
    ],
    [
      'a new needed value in a request',
      (booking: Map<string, Loose>) => booking.get(RESERVE).body.required.push('host'),
      `${RESERVE}: body.host: is needed and may be missing`,
    ],
    [
      'a value that an answer lacks',
      (booking: Map<string, Loose>) => (booking.get(RESERVE).answer.required = ['id']),
      `${RESERVE}: answer.status: is needed and may be missing`,
    ],
    ['another status', (booking: Map<string, Loose>) => (booking.get(RESERVE).status = '200'), `${RESERVE}: does not answer 201 any more`],
    [
      'a fact that lost a value',
      (booking: Map<string, Loose>) => {
        const { data } = booking.get(FACT);
        data.required = data.required.filter((name: string) => name !== 'paidAt');
      },
      `${FACT} to a consumer of before: data.paidAt: is needed and may be missing`,
    ],
  ])('refuse %s', (_, change, reason) => {
    expect(breaks(now, changed(change))).toContain(reason);
  });

  it('refuse a fact that needs more, because messages of before are in flight', () => {
    const more = changed((booking) => {
      const { data } = booking.get(FACT);
      data.properties.gate = { type: 'string' };
      data.required.push('gate');
    });
    expect(breaks(now, more)).toEqual([`${FACT} from a publisher of before: data.gate: is needed and may be missing`]);
  });

  it('take additions: a route, an optional value, another fact', () => {
    const more = changed((booking) => {
      booking.set('GET /api/new', booking.get(CONCERT)).set('booking.booking.paid.v2', booking.get(FACT));
      booking.get(RESERVE).body.properties.seatNote = { type: 'string' };
      booking.get(RESERVE).answer.properties.seatNote = { type: 'string' };
    });
    expect(breaks(now, more)).toEqual([]);
  });
});
