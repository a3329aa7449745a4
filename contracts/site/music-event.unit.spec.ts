import { expect, it } from '@jest/globals';
import { musicEvent } from './music-event.ts';
import { placeholderConcert } from './prerendered.ts';

const page = { origin: 'https://music.example', picture: 'https://music.example/p.jpg', description: 'Music' };

it('B3-584 tells search engines when the doors open, how long the concert takes and where a map of the venue is, if that is known', () => {
  const concert = { ...placeholderConcert('open'), lengthMinutes: 90 };
  const location = { '@type': 'Place', name: 'VENUE-STAND-IN', address: 'ADDRESS-STAND-IN' };
  expect(musicEvent(concert, page)).toMatchObject({
    duration: 'PT90M',
    doorTime: '2000-12-31T01:02:03.000Z',
    location: { ...location, hasMap: 'https://map.stand-in.invalid' },
  });
  const untold = musicEvent({ ...concert, notes: {} }, page);
  expect(untold).not.toHaveProperty('doorTime');
  expect(untold.location).toEqual(location);
});
