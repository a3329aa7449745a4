import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { FoundHolder } from '@concert/contracts/booking/door';
import type { ReportRow } from '@concert/contracts/booking/reports';
import { normalizeForSearch } from '@concert/contracts/core/search-words';
import { NAMES } from '@concert/test-kit/names';
import { RunningBooking } from './running-booking.harness.ts';

const booking = new RunningBooking();
const organiser = booking.person('organiser');
const buyers = NAMES.map((name) => booking.person('buyer', { name }));
const ids: string[] = [];
let guests: { name: string; id: string }[];

beforeAll(async () => {
  await booking.start();
  for (const who of buyers) ids.push(await booking.paid(who, { notickets: 1 }));
});
afterAll(() => booking.stop());

it('names of a sheet are read and become guests as they stand there', async () => {
  const text = `Name,Email,Phone Number,No. of Tickets\r\n${NAMES.map((name, at) => `${name},guest${at}@example.org,,1`).join('\r\n')}`;
  const fresh = { ...organiser, signedInAt: new Date().toISOString() };
  const { body } = await booking.ask('POST', '/api/complimentary-entries/import-preview', { who: fresh, body: { group: 'h', text } });
  const rows = body.rows as { name: string; email2: string; phoneno: string; notickets: string; errors: unknown[] }[];
  expect(rows.map(({ name, errors }) => [name, errors])).toEqual(NAMES.map((name) => [name, []]));
  const added = await booking.ask('POST', '/api/complimentary-entries/import', {
    who: fresh,
    key: randomUUID(),
    body: {
      group: 'h',
      rows: rows.map(({ name, email2, phoneno, notickets }) => ({ name, email2, phoneno, notickets: Number(notickets) })),
    },
  });
  expect(added.status).toBe(201);
  const listed = await booking.ask('GET', '/api/complimentary-entries?group=h&limit=100', { who: organiser });
  guests = listed.body.items as typeof guests;
  expect(guests.map(({ name }) => name).sort()).toEqual([...NAMES].sort());
});

it.each(NAMES)(
  'B9-567 %s is found at the door, in the report and in the list of guests, whole and by the letters at hand',
  async (name) => {
    const { email } = organiser;
    // Each person's look-ups have a bound of their own.
    const volunteer = booking.person('organiser');
    for (const search of [name, normalizeForSearch(name)]) {
      const holders = (await booking.ask('POST', '/api/door/look-ups', { who: volunteer, body: { text: search, door: 'West' } })).body
        .holders as FoundHolder[];
      const rows = (await booking.ask('POST', '/api/get-bookings', { who: organiser, body: { email, search } })).body as ReportRow[];
      const listed = (
        await booking.ask('GET', `/api/complimentary-entries?group=h&search=${encodeURIComponent(search)}`, { who: organiser })
      ).body.items as { name: string }[];
      const found = [holders.map((one) => one.name), rows.map((one) => one.firstname), listed.map((one) => one.name)];
      expect([search, ...found.map((names) => names.includes(name))]).toEqual([search, true, true, true]);
    }
  },
);
