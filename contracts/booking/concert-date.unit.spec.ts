import { expect, it } from '@jest/globals';
import { dateOf } from './concert-date.ts';

it('is what the service says, where it says it', () => {
  const concert = { startsAt: '2024-07-13T23:00:00.000Z', timeZone: 'America/Chicago' };
  expect(dateOf(concert)).toBe('Saturday 13 July 2024, 6 PM CDT');
  expect(dateOf({ ...concert, dateText: 'On Saturday' })).toBe('On Saturday');
});
