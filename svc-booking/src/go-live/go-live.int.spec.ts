import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { settingsBody, type SettingsBody } from '@concert/contracts/booking/settings';
import { authActRecordedV1 } from '@concert/contracts/auth/events';
import type { ReadinessRow } from '@concert/contracts/core/readiness';
import { until } from '@concert/test-kit/until';
import type { Answer } from '@concert/service-kit/service-in-test.harness';
import { MongoAudit } from '../audit-log/mongo-audit.ts';
import { RunningBooking } from '../running-booking.harness.ts';

const booking = new RunningBooking();
const admin = booking.person('admin');
const RED: ReadinessRow = { id: 'clock', state: 'red', words: 'The clock is wrong.' };

const goLive = (who = admin) => booking.ask('GET', '/api/go-live', { who });
const post = (what: string, version: number, who = admin) => booking.ask('POST', `/api/go-live/${what}`, { who, body: { version } });
const save = (over: Partial<SettingsBody>) => booking.saveSettings(admin, (now) => ({ ...now, ...over }));
const rowsOf = ({ body }: Answer) => Object.fromEntries((body.rows as ReadinessRow[]).map(({ id, state }) => [id, state]));
const saleState = async () => (await booking.concert()).saleState;
const lastAct = async (act: string) => (await new MongoAudit(booking.database).list({ act, limit: 1 }))[0];

/** Everything is right but what the test changes. */
async function prepared(): Promise<number> {
  const own = {
    venue: { name: 'Town Hall', address: '2 Market Square' },
    supportEmail: 'office@music.org',
    supportPhone: '(201) 555-0199',
    siteUrl: 'https://music.org',
    organiserAddress: '2 Market Square, Springfield',
  };
  await save({ ...own, sale: { opens: '', ends: '' } });
  const { version } = (await goLive()).body as { version: number };
  expect((await post('prices', version)).status).toBe(200);
  return version;
}

beforeAll(async () => {
  await booking.start();
  // As upkeep tells it after the nightly restore.
  await booking.publish(authActRecordedV1, {
    actor: 'operator',
    act: 'backup.rehearsed',
    subject: { kind: 'backup', id: '2026-11-21T03-00-00Z' },
    at: '2026-11-21T03:01:00.000Z',
    detail: {},
  });
  await until('the restore is in the log', () => lastAct('backup.rehearsed'), Boolean);
});
beforeEach(async () => {
  booking.readiness['payments'] = { mode: 'test', rows: [] };
  booking.readiness['people'] = { rows: [] };
  await save({ sale: { opens: '', ends: '' } });
});
afterAll(() => booking.stop());

describe('/api/go-live', () => {
  it('B4-548 joins what each service knows; a service that does not answer is not ready', async () => {
    booking.readiness['people'] = { rows: [{ id: 'second-organiser', state: 'advice', words: 'Nobody else.' }] };
    delete booking.readiness['payments'];
    const seen = await goLive();
    expect(seen.body).toMatchObject({ isDraft: true });
    expect(seen.body.mode).toBeUndefined();
    expect(rowsOf(seen)).toMatchObject({
      place: 'red',
      prices: 'red',
      'second-organiser': 'advice',
      'svc-payment': 'red',
      backup: 'green',
    });
    expect((await goLive(booking.person('organiser'))).status).toBe(403);
  });

  it('B4-549 shows what was seen of the house, whose word counts where both looked; an old, a broken or no look is one row that does not know', async () => {
    const certificate = (state: ReadinessRow['state'], words: string): ReadinessRow => ({ id: 'certificate', state, words });
    booking.readiness['mails'] = { rows: [certificate('green', 'Good for 80 days.')] };
    const house = [certificate('red', 'Of another name.'), { ...RED, id: 'disk' }];
    const seenAfter = async (look: (typeof booking.readiness)[string] | undefined) => {
      if (look) booking.readiness['/rows'] = look;
      else delete booking.readiness['/rows'];
      const { rows } = (await goLive()).body as { rows: ReadinessRow[] };
      return rows.flatMap(({ id, state }) => (['certificate', 'disk', 'checks'].includes(id) ? [`${id} ${state}`] : []));
    };
    try {
      expect(await seenAfter({ secondsAgo: 8_999, rows: house })).toEqual(['certificate red', 'disk red']);
      const unseen = ['certificate green', 'checks unknown'];
      expect(await seenAfter({ secondsAgo: 9_001, rows: house })).toEqual(unseen);
      expect(await seenAfter({ rows: house })).toEqual(unseen);
      expect(await seenAfter(undefined)).toEqual(unseen);
    } finally {
      booking.readiness['mails'] = { rows: [] };
      booking.readiness['/rows'] = { secondsAgo: 0, rows: [] };
    }
  });

  it('B4-550 opens a draft once nothing is red, once, which is in the audit log', async () => {
    const version = await prepared();
    booking.readiness['payments'] = { mode: 'live', rows: [RED] };
    const refused = await post('sale', version);
    expect([refused.status, refused.body.code, refused.body.detail]).toEqual([409, 'booking.not_ready', 'The clock is wrong.']);
    expect(await saleState()).toBe('soon');

    booking.readiness['payments'] = { mode: 'live', rows: [] };
    expect((await post('sale', version - 1)).body.code).toBe('booking.settings_changed');
    expect((await post('sale', version, booking.person('organiser'))).status).toBe(403);
    const opened = await post('sale', version);
    expect([opened.status, opened.body.isDraft]).toEqual([200, false]);
    expect(await saleState()).toBe('open');
    expect((await post('sale', version)).status).toBe(200);
    const opens = await new MongoAudit(booking.database).list({ act: 'concert.sale-opened', limit: 10 });
    expect(opens).toMatchObject([{ actor: admin.userId, detail: { saleOpens: '2026-11-21T12:00:00.000Z' } }]);
    await booking.reserved(booking.person());
  });

  it('B4-550 is asked for prices again after one of them changed', async () => {
    await prepared();
    expect(rowsOf(await goLive())['prices']).toBe('green');
    const { pricing } = settingsBody(await booking.settings());
    await save({ pricing: { ...pricing, 'VIP Seating': { ...pricing['VIP Seating'], priceMinor: 260_000 } } });
    expect(rowsOf(await goLive())['prices']).toBe('red');
    expect(String((await lastAct('concert.prices-confirmed'))?.detail['prices'])).toContain('VIP Seating $2,500.00');
  });
});

describe('a draft', () => {
  it('B4-551 is opened by the settings only when everything is ready, where real money is taken', async () => {
    await prepared();
    const opens = { opens: '2026-11-21T07:00', ends: '' };
    for (const payments of [{ mode: 'live' as const, rows: [RED] }, undefined]) {
      if (payments) booking.readiness['payments'] = payments;
      else delete booking.readiness['payments'];
      expect((await save({ sale: opens })).body.code).toBe('booking.not_ready');
    }
    expect(await saleState()).toBe('soon');
    booking.readiness['payments'] = { mode: 'test', rows: [RED] };
    expect((await save({ sale: opens })).status).toBe(200);
    expect(await saleState()).toBe('open');
    // What is open may be changed whatever is red.
    booking.readiness['payments'] = { mode: 'live', rows: [RED] };
    expect((await save({ title: 'Another title' })).status).toBe(200);
  });

  it('B4-552 sells a test seat to an admin and to nobody else', async () => {
    for (const role of ['buyer', 'organiser'] as const)
      expect((await booking.reserve(booking.person(role))).body.code).toBe('booking.sale_not_open');
    await booking.reserved(admin);
    booking.clock.set('2027-03-01T12:00:00.000Z');
    expect((await booking.reserve(booking.person('admin'))).body.code).toBe('booking.sale_ended');
  });
});
