import { describe, expect, it } from '@jest/globals';
import type { Concert } from '../concert/concert.ts';
import { FIRST_CAPACITIES, firstConcert } from '../concert/concert.ts';
import type { Stock } from '../seats/stock.ts';
import { backupRow, concertRows, pricesInWords, pricesRow } from './concert-rows.ts';
import { reportOf } from './report.ts';

const NOW = new Date('2026-11-21T12:00:00.000Z');
const OWN: Concert = {
  ...firstConcert('draft', NOW),
  version: 2,
  venue: { name: 'Town Hall', address: '2 Market Square, Springfield' },
  organiser: 'Music Society of Springfield',
  organiserAddress: '2 Market Square, Springfield',
  supportEmail: 'office@music.org',
  supportPhone: '(201) 555-0199',
  siteUrl: 'https://music.org',
};
const stocks = Object.entries(FIRST_CAPACITIES).map(([seating, capacity]) => ({ seating: seating as Stock['seating'], capacity }));
const statesOf = (over: Partial<Concert>) => concertRows({ ...OWN, ...over }, NOW).map(({ id, state }) => `${id} ${state}`);

describe('the evening', () => {
  it('B4-548 is ready with a date ahead and a place of its own', () => {
    expect(statesOf({})).toEqual(['date green', 'place green']);
    expect(concertRows(OWN, NOW)[1]?.words).toContain('Town Hall, 2 Market Square, Springfield');
  });

  it.each<[string, Partial<Concert>, string[]]>([
    ['the date of the example', { version: 1 }, ['date red', 'place green']],
    ['a date in the past', { startsAt: NOW }, ['date red', 'place green']],
    ['a sale that has ended', { sale: { opensAt: null, endsMinutesBefore: 1e6 } }, ['date red', 'place green']],
    ['the hall of the example', { venue: firstConcert('open', NOW).venue }, ['date green', 'place red']],
    ['a hall that is not said', { venue: { ...OWN.venue, name: 'To be announced' } }, ['date green', 'place red']],
    ['an address that is nobody’s', { supportEmail: 'info@concert.example' }, ['date green', 'place red']],
    ['a number that is nobody’s', { supportPhone: '(555) 123-4567' }, ['date green', 'place red']],
    ['an organiser who is not said', { organiser: 'To be announced' }, ['date green', 'place red']],
    ['a postal address that is nobody’s', { organiserAddress: '1 Example Street, Example City' }, ['date green', 'place red']],
    ['a site that is nobody’s', { siteUrl: 'https://concert.example' }, ['date green', 'place red']],
  ])('B4-548 is not ready with %s', (_, over, states) => {
    expect(statesOf(over)).toEqual(states);
  });

  it('B4-548 says that a date in the past is none ahead', () => {
    expect(concertRows({ ...OWN, startsAt: NOW }, NOW)[0]?.words).toMatch(/^The date is not in the future/);
  });

  it('B4-548 asks again for prices and seats when one of them changes', () => {
    const words = pricesInWords(OWN, stocks);
    expect(words).toMatch(/^General Seating \$25\.00 a ticket, at most 6 tickets, 500 seats; Preferred Seating \$500\.00 a booking/);
    expect(words.length).toBeLessThanOrEqual(500);
    expect(pricesRow(words, words).state).toBe('green');
    for (const confirmed of [undefined, pricesInWords(OWN, stocks.slice(1))]) expect(pricesRow(words, confirmed).state).toBe('red');
  });
});

describe('what keeps the site', () => {
  it('B4-549 a backup that was restored within a day', () => {
    const restored = (hours: number) => backupRow(new Date(NOW.getTime() - hours * 3_600_000), NOW).state;
    expect([backupRow(undefined, NOW).state, restored(1), restored(25)]).toEqual(['red', 'green', 'green']);
    // By a clock that was ahead.
    expect([restored(30), restored(-48)]).toEqual(['red', 'red']);
  });
});

it('B4-553 the report says each check in a line, where to mend it, and what follows', () => {
  const rows = concertRows({ ...OWN, version: 1 }, NOW);
  expect(reportOf({ isDraft: true, rows, version: 1 })).toMatch(
    /^NOT READY {2}date {3}The date is .+ \(\/concert-settings\)\nready {6}place {2}Hall.+\n\n1 not ready\. The sale is not open/,
  );
  expect(reportOf({ isDraft: false, rows: [], version: 1 })).toContain('Everything is ready. The sale is open');
});
