import { expect, it } from '@jest/globals';
import { concertDate, concertDay } from './concert-date.ts';

const concert = { startsAt: '2024-07-13T23:00:00.000Z', timeZone: 'America/Chicago' };

it('is what the service says, where it says it, and begins with the day, which stands alone where the time does not matter', () => {
  expect(concertDate(concert)).toBe('Saturday, July 13, 2024, 6 PM CDT');
  expect(concertDate({ ...concert, dateText: 'On Saturday' })).toBe('On Saturday');
  expect(concertDay({ ...concert, startsAt: new Date(concert.startsAt) })).toBe('Saturday, July 13, 2024');
});
