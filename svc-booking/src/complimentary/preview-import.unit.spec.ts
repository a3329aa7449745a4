import { expect, it } from '@jest/globals';
import { NAMES } from '@concert/test-kit/names';
import type { MongoAllotments } from './mongo-allotments.ts';
import type { MongoEntries } from './mongo-entries.ts';
import { PreviewImport } from './preview-import.ts';

const preview = new PreviewImport(
  { ticketsOf: () => Promise.resolve(new Map()) } as unknown as MongoEntries,
  { of: () => Promise.resolve({ group: 'h', capacity: 60, issued: 0 }) } as unknown as MongoAllotments,
);
const rowsOf = async (...rows: string[]) => {
  const text = ['Name,Email,Phone Number,No. of Tickets', ...rows].join('\r\n');
  return (await preview.preview('h', text)).rows;
};

it('B5-628 a sheet is read as the forms are: digits of every script, addresses as they are copied', async () => {
  const rows = await rowsOf(
    'Guest One,guest001@example.org,5555550001,٢',
    'Guest Two,Guest Two <guest002@example.org>,٥٥٥-٥٥٥-٠١٠٣,2',
    'Guest Three,guest003＠müller.example,５５５-５５５-０１０３,２.0',
    'Guest Four,mailto:GUEST001@example.org,,1',
  );
  expect(rows.map(({ email2, notickets, errors }) => [email2, notickets, errors])).toEqual([
    ['guest001@example.org', '2', []],
    ['guest002@example.org', '2', []],
    ['guest003@xn--mller-kva.example', '2', []],
    ['GUEST001@example.org', '1', []],
  ]);
  expect(rows[3]?.known).toBe('Stands in row 2 already');
});

it('names of a sheet are read as they stand there', async () => {
  const rows = await rowsOf(...NAMES.map((name, at) => `${name},guest${at}@example.org,,1`));
  expect(rows.map(({ name, errors }) => [name, errors])).toEqual(NAMES.map((name) => [name, []]));
});
