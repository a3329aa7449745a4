import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { asText, readPublished, writePublished } from './published.ts';
import { breaks, promises, type ApiDocument, type FactDocument } from './promises.ts';

const now = promises();
const NAME = 'booking.openapi.json';
const FACT = 'facts/booking.booking.paid.v1.json';

// A document changed by hand fits no type; what it holds is what the test is about.
// eslint-disable-next-line @typescript-eslint/no-explicit-any
type Loose = any;

/** The promises with one document changed by hand. */
function changed(file: string, change: (document: Loose) => void): Map<string, ApiDocument | FactDocument> {
  const copy = structuredClone(now.get(file)!);
  change(copy);
  return new Map([...now, [file, copy]]);
}
const reserve = (document: Loose) => document.paths['/api/reserve-your-seat'].post;

describe('published contracts', () => {
  it('B8-14 are what the sources promise; after an addition write them again with npm run contracts', async () => {
    const published = await readPublished();
    expect(breaks(published, now)).toEqual([]);
    expect([...published.keys()].sort()).toEqual([...now.keys()].sort());
    for (const [file, document] of now) expect({ file, text: asText(published.get(file)!) }).toEqual({ file, text: asText(document) });
  });

  it('come back from their files as they were written', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'concert-contracts-'));
    try {
      await writePublished(now, folder);
      expect([...(await readPublished(folder)).keys()].sort()).toEqual([...now.keys()].sort());
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });

  it.each([
    ['a route that is gone', NAME, (d: Loose) => delete d.paths['/api/concert'], 'GET /api/concert: is gone'],
    [
      'a route for fewer people',
      NAME,
      (d: Loose) => (d.paths['/api/concert'].get['x-access'] = 'admin'),
      'GET /api/concert: is only for admin now',
    ],
    [
      'a new needed value in a request',
      NAME,
      (d: Loose) => reserve(d).requestBody.content['application/json'].schema.required.push('host'),
      'POST /api/reserve-your-seat: body.host: is needed and may be missing',
    ],
    [
      'a value that a request may not carry any more',
      NAME,
      (d: Loose) => delete reserve(d).requestBody.content['application/json'].schema.properties.host,
      'POST /api/reserve-your-seat: body.host: is not known',
    ],
    [
      'a value that an answer lacks',
      NAME,
      (d: Loose) => (reserve(d).responses['201'].content['application/json'].schema.required = ['id']),
      'POST /api/reserve-your-seat: answer.status: is needed and may be missing',
    ],
    [
      'a fact that lost a value',
      FACT,
      (d: Loose) => (d.required = d.required.filter((name: string) => name !== 'paidAt')),
      'booking.booking.paid.v1 to a consumer of before: data.paidAt: is needed and may be missing',
    ],
  ])('refuse %s', (_, file, change, reason) => {
    expect(breaks(now, changed(file, change))).toContain(reason);
  });

  it('refuse a fact that needs more, because messages of before are in flight', () => {
    const more = changed(FACT, (document) => {
      document.properties.gate = { type: 'string' };
      document.required.push('gate');
    });
    expect(breaks(now, more)).toEqual(['booking.booking.paid.v1 from a publisher of before: data.gate: is needed and may be missing']);
  });

  it('take additions: a route, an optional value, another fact', () => {
    const more = changed(NAME, (document) => {
      document.paths['/api/new'] = document.paths['/api/concert'];
      reserve(document).requestBody.content['application/json'].schema.properties.seatNote = { type: 'string' };
      reserve(document).responses['201'].content['application/json'].schema.properties.seatNote = { type: 'string' };
    });
    expect(breaks(now, new Map([...more, ['facts/booking.booking.paid.v2.json', now.get(FACT)!]]))).toEqual([]);
  });
});
