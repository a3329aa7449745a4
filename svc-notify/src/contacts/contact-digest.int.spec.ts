import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { until, untilAnswered } from '@concert/test-kit/until';
import { ORGANISERS, RunningNotify } from '../running-notify.harness.ts';

const notify = new RunningNotify();
const stored = () => notify.database.collection<{ _id: string; subject: string }>('concert-2024-contacts');
const digests = () => notify.mails().countDocuments({ kind: 'contact-digest' });
const send = (subject: string) =>
  notify.ask('POST', '/api/contact-messages', {
    body: { name: 'Anna', email: 'anna@example.org', subject, message: `Words of ${subject}.` },
  });
const subjects = () =>
  notify
    .received(ORGANISERS)
    .map(({ subject }) => subject)
    .sort();

beforeAll(() => notify.start({ CONTACT_MAILS_PER_DAY: '2', MAILS_PER_DAY: '100' }));
afterAll(() => notify.stop());

describe('more messages than are mailed one by one in a day', () => {
  it('B9-555 are kept, and come to the organisers in one mail when the day is over', async () => {
    const sent = await Promise.all(Array.from({ length: 9 }, (_, number) => untilAnswered(() => send(`m${number}`))));
    expect(sent.map(({ status }) => status)).toEqual(Array(9).fill(201));
    expect([await stored().countDocuments(), await notify.mails().countDocuments({ kind: 'contact-received' }), await digests()]).toEqual([
      9, 2, 1,
    ]);
    await until('two are emailed', () => subjects().length, 2, { withinMs: 20_000 });
    const alone = new Set(subjects().map((subject) => subject.replace('Contact form: ', '')));

    notify.clock.advance({ days: 1 });
    await send('next');
    await until('the others and the one of the next day are emailed', subjects, (all) => all.length === 4, { withinMs: 20_000 });
    const [digest, ...more] = notify.received(ORGANISERS).filter(({ subject }) => subject === 'Contact form: 7 more messages');
    expect(more).toEqual([]);
    for (const { _id, subject } of await stored().find().toArray())
      if (subject !== 'next') expect([_id, digest!.text!.includes(`Words of ${subject}.`)]).toEqual([_id, !alone.has(subject)]);
    expect(subjects()).toContain('Contact form: next');

    // Nothing is lost: organisers read them all.
    const { body } = await notify.ask('GET', '/api/contact-messages?limit=100', { who: notify.person('organiser') });
    expect(body.items).toHaveLength(10);
  });
});

it('B6-565 past the share of the plan the form is refused with the time to wait, and keeps nothing', async () => {
  notify.clock.advance({ days: 1 });
  for (let number = 0; number < 17; number += 1) expect((await send(`of many ${number}`)).status).toBe(201);
  const before = await stored().countDocuments();
  const { status, body, headers } = await send('late');
  expect([status, body.code, body.detail]).toEqual([429, 'notify.too_many_mails', expect.stringContaining(ORGANISERS)]);
  expect(Number(headers.get('retry-after'))).toBeGreaterThan(4);
  expect(await stored().countDocuments()).toBe(before);
  notify.clock.advance({ days: 1 });
  expect((await send('late')).status).toBe(201);
});
