import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { until } from '@concert/test-kit/until';
import { ORGANISERS, RunningNotify } from '../running-notify.harness.ts';

const notify = new RunningNotify();
let sent = 0;
const form = (over: Record<string, unknown> = {}) => ({
  name: 'Anna',
  email: `anna.${(sent += 1)}@example.org`,
  subject: 'The hall',
  message: 'Is there a lift?\nThank you.',
  ...over,
});
const send = (body: unknown, key?: string) => notify.ask('POST', '/api/contact-messages', { body, ...(key ? { key } : {}) });
const stored = () => notify.database.collection<{ _id: string; email: string; [field: string]: unknown }>('concert-2024-contacts');
const anotherAddress = () => `reader.${(sent += 1)}@example.org`;

beforeAll(() => notify.start());
afterAll(() => notify.stop());

describe('a message of a visitor', () => {
  it('S3-05 S6-03 S7-03 S9-34 is kept in concert-2024-contacts, mailed to the organisers and acknowledged to its sender, who need not sign in', async () => {
    const body = form();
    const { status, body: receipt } = await send(body);
    expect([status, receipt]).toEqual([201, { id: expect.stringMatching(/^ct_/), receivedAt: notify.clock.now().toISOString() }]);
    expect(await stored().findOne({ _id: receipt.id })).toEqual({
      _id: receipt.id,
      ...body,
      receivedAt: notify.clock.now(),
      answeredAt: null,
      answeredBy: null,
    });
    await notify.accepted({ kind: 'contact-received', subjectId: receipt.id });
    await notify.accepted({ kind: 'contact-acknowledged', subjectId: receipt.id });
    const toOrganisers = notify.received(ORGANISERS).find(({ text }) => text!.includes(body.email));
    expect(toOrganisers).toMatchObject({ subject: 'Contact form: The hall', replyTo: { email: body.email }, to: [{ email: ORGANISERS }] });
    for (const part of ['Anna', 'The hall', '> Is there a lift?']) expect(toOrganisers!.text).toContain(part);
    const [toSender, ...more] = notify.received(body.email);
    expect([toSender!.subject, toSender!.replyTo!.email, more]).toEqual(['We have your message', ORGANISERS, []]);
    // Typed text must not be sent to a typed address: both may come from a stranger.
    expect(`${toSender!.html}${toSender!.text}${toSender!.subject}${toSender!.to[0]!.name ?? ''}`).not.toMatch(/Anna|lift|The hall/);
  });

  // Deletion itself is the database's, whose watch over ages stands still in tests.
  it('B6-580 is deleted by the database a year after it came', async () => {
    const ages = (await stored().indexes()).filter(({ expireAfterSeconds }) => expireAfterSeconds !== undefined);
    expect(ages).toMatchObject([{ key: { receivedAt: 1 }, expireAfterSeconds: 365 * 86_400 }]);
  });

  it('B4-512 is acknowledged to one address three times a day, and kept and passed on every time', async () => {
    const email = anotherAddress();
    for (let count = 0; count < 5; count += 1) expect((await send(form({ email }))).status).toBe(201);
    expect([
      await stored().countDocuments({ email }),
      await notify.mails().countDocuments({ kind: 'contact-received', subjectId: { $in: await stored().distinct('_id', { email }) } }),
    ]).toEqual([5, 5]);
    await until('three are acknowledged', () => notify.received(email).length, 3, { withinMs: 20_000 });
    expect(
      await notify.mails().countDocuments({ kind: 'contact-acknowledged', subjectId: { $in: await stored().distinct('_id', { email }) } }),
    ).toBe(3);
  });

  it('B4-512 is read newest first, a page at a time', async () => {
    const who = notify.person('organiser');
    const seen: string[] = [];
    for (let query = '?limit=50'; query;) {
      const { body } = await notify.ask('GET', `/api/contact-messages${query}`, { who });
      seen.push(...(body.items as { id: string }[]).map(({ id }) => id));
      query = body.next ? `?limit=50&cursor=${encodeURIComponent(body.next)}` : '';
    }
    expect(seen).toEqual((await stored().find().sort({ receivedAt: -1, _id: -1 }).toArray()).map(({ _id }) => String(_id)));
    expect((await notify.ask('GET', '/api/contact-messages?cursor=x', { who })).status).toBe(422);
    const old = { ...who, signedInAt: '2024-01-01T00:00:00.000Z' };
    await notify.ask('GET', '/api/contact-messages', { who: old });
    const people = Array.from({ length: 500 }, (_, index) => `ct_${index}`);
    await notify.database.collection<{ people: string[] }>('named-people').updateMany({}, { $set: { people } });
    expect((await notify.ask('GET', '/api/contact-messages', { who: old })).body.code).toBe('request.sign_in_again');
  });
});

describe('the answer to a message', () => {
  const organiser = notify.person('organiser');
  const mark = (id: unknown, answered: unknown, who = organiser) =>
    notify.ask('POST', `/api/contact-messages/${String(id)}/answered`, { body: { answered }, who });
  const listed = async (state: string) =>
    ((await notify.ask('GET', `/api/contact-messages?limit=100&state=${state}`, { who: organiser })).body.items as { id: string }[]).map(
      ({ id }) => id,
    );
  const desk = async () => (await notify.ask('GET', '/api/desk', { who: organiser })).body as Record<string, number>;
  const acts = async (id: string) =>
    (await notify.database.collection('outbox').find({ 'envelope.subject': id }).sort({ _id: 1 }).toArray()).map(
      (row) => (row as unknown as { envelope: { data: { actor: string; act: string } } }).envelope.data,
    );

  it('B2-519 is noted with who and when, taken back, and audited each time it changes something', async () => {
    const { body: sentNow } = await send(form());
    const before = await desk();
    notify.neighbours.answers.set('/internal/people', {
      people: [{ id: organiser.userId, name: 'Olga', email: 'olga@example.org' }],
    });
    notify.clock.advance({ seconds: 60 });
    const at = notify.clock.now().toISOString();
    const first = await mark(sentNow.id, true);
    expect([first.status, first.body.answered]).toEqual([
      200,
      { at, by: { id: organiser.userId, name: 'Olga', email: 'olga@example.org' } },
    ]);
    // Said again, by somebody else too: the first counts.
    notify.clock.advance({ seconds: 60 });
    expect((await mark(sentNow.id, true, notify.person('admin'))).body.answered.at).toBe(at);
    expect([await listed('answered'), (await listed('open')).includes(sentNow.id)]).toEqual([expect.arrayContaining([sentNow.id]), false]);
    expect(await desk()).toEqual({ mailsInTrouble: expect.any(Number), openMessages: before['openMessages']! - 1, peopleUnreached: 0 });
    const back = await mark(sentNow.id, false);
    expect([back.status, back.body.answered]).toEqual([200, undefined]);
    expect([(await listed('answered')).includes(sentNow.id), await listed('open')]).toEqual([false, expect.arrayContaining([sentNow.id])]);
    expect(await acts(sentNow.id)).toEqual([
      expect.objectContaining({
        actor: organiser.userId,
        act: 'contact-message.answered',
        subject: { kind: 'contact-message', id: sentNow.id },
      }),
      expect.objectContaining({ act: 'contact-message.reopened' }),
    ]);
  });
});

it('nothing of a visitor is in the log or in what is told on', async () => {
  const facts = await notify.database.collection('outbox').find().toArray();
  expect(`${notify.lines.join('')}${JSON.stringify(facts)}`).not.toMatch(/example\.org|Is there a lift/);
});
