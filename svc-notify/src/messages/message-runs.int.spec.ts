import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { BOOKING_STATUSES } from '@concert/contracts/booking/states';
import { SEATINGS } from '@concert/contracts/booking/seating';
import { READER_KINDS, type ReaderKind } from '@concert/contracts/booking/reader-messages';
import { confirmationOf, type MessageRunView } from '@concert/contracts/notify/message-runs';
import type { RecipientView } from '@concert/contracts/notify/recipients';
import type { Identity } from '@concert/contracts/core/identity';
import { until } from '@concert/test-kit/until';
import { CONCERT, newId, RunningNotify } from '../running-notify.harness.ts';

const notify = new RunningNotify();
const organiser = () => notify.person('organiser');
const EVERYBODY = { buyers: { statuses: [...BOOKING_STATUSES], seatings: [...SEATINGS] }, guests: ['h', 'v', 'f'], nextDate: true };
const wordsFor = (reader: string) => `Words for ${reader}.`;
const messages = READER_KINDS.map((reader) => ({ reader, subject: 'News', words: wordsFor(reader) }));

const drafted = async (body: Record<string, unknown> = {}): Promise<MessageRunView> => {
  const answer = await notify.ask('POST', '/api/message-runs', {
    who: organiser(),
    body: { purpose: 'free', audience: EVERYBODY, messages, ...body },
  });
  expect([answer.status, answer.body.code]).toEqual([201, undefined]);
  return answer.body as MessageRunView;
};
const start = ({ id, count, version }: MessageRunView, who: Identity = organiser(), confirmation = confirmationOf(count)) =>
  notify.ask('POST', `/api/message-runs/${id}/start`, { who, body: { version, confirmation } });
const move = (id: string, how: 'pause' | 'resume') => notify.ask('POST', `/api/message-runs/${id}/${how}`, { who: organiser() });
const shown = async (id: string) => (await notify.ask('GET', `/api/message-runs/${id}`, { who: organiser() })).body as MessageRunView;
const recipients = async (id: string, state: string, query = '') =>
  (await notify.ask('GET', `/api/message-runs/${id}/recipients?state=${state}${query}`, { who: organiser() })).body as {
    items: RecipientView[];
    next?: string;
  };
const mailsOf = (runId: string, filter: Record<string, unknown> = {}) => notify.mails().countDocuments({ runId, ...filter } as never);
/** Each mail that came under its own id: a copy in doubt carries the same. */
const idsAt = (email: string) => [...new Set(notify.received(email).map(({ customArgs }) => customArgs['mail_id']))];

/** Waits for a run. At every look the parts of its coverage add up. */
const waitFor = (id: string, what: string, accept: (run: MessageRunView) => boolean) =>
  until(
    what,
    async () => {
      // Mails wait for another attempt, and reports are believed only if they were made just now: so time passes here as it does.
      notify.clock.set(new Date());
      const run = await shown(id);
      const { audience, delivered, bounced, underWay, left } = run.coverage!;
      expect(delivered + bounced + underWay).toBe(audience);
      expect(audience + left).toBe(run.count);
      return run;
    },
    accept,
    // A mail whose outcome could not be stored goes again when its claim ends, after a minute.
    { withinMs: 75_000 },
  );
const started = async (body: Record<string, unknown> = {}): Promise<MessageRunView> => {
  const run = await drafted(body);
  expect((await start(run)).body).toMatchObject({ state: 'running' });
  return run;
};

beforeAll(async () => {
  await notify.start();
  notify.sink.setEventWebhook(`${notify.service.url}/api/sendgrid-events`);
}, 60_000);
afterAll(() => notify.stop());
beforeEach(async () => {
  notify.neighbours.approves = true;
  notify.neighbours.whileAsked = () => Promise.resolve();
  notify.neighbours.holders.clear();
});

describe('B2-513 a message run', () => {
  it('B9-643 begins only when svc-auth knows how many people it reaches', async () => {
    const [, , { of: first }] = [notify.holder('buyer'), notify.holder('VIP guest'), notify.holder('buyer')];
    const who = organiser();
    notify.neighbours.approves = false;
    notify.neighbours.wanted.length = 0;
    const run = await drafted();
    expect((await start(run, who)).body).toMatchObject({ status: 409, code: 'request.approval_refused' });
    expect((await shown(run.id)).state).toBe('draft');
    expect(await mailsOf(run.id)).toBe(0);
    expect(notify.neighbours.wanted).toEqual([
      { userId: who.userId, action: { kind: 'message-run', runId: run.id, people: 3, subject: 'News' } },
    ]);
    const other = messages.map((message) => ({ ...message, words: `${message.words} And more.` }));
    const body = { purpose: 'free', audience: EVERYBODY, messages: other };
    expect((await notify.ask('PUT', `/api/message-runs/${run.id}`, { who, body })).status).toBe(200);
    expect((await start(run, who)).body.code).toBe('notify.message_run_changed');
    const alone = await drafted({ audience: { booking: first } });
    notify.neighbours.approves = true;
    // Whoever writes to one person after the other is counted, so svc-auth is asked about each.
    expect((await start(alone, who)).body).toMatchObject({ state: 'running' });
    expect(notify.neighbours.wanted[1]!.action).toMatchObject({ runId: alone.id, people: 1 });
    expect((await start(await shown(run.id), who)).body).toMatchObject({ state: 'running' });
  });

  it('B9-556 never begins with words or people that change while svc-auth is asked, nor with words changed there and back', async () => {
    const who = organiser();
    notify.holder('buyer');
    notify.holder('VIP guest');
    const run = await drafted();
    const put = (words: string) =>
      notify.ask('PUT', `/api/message-runs/${run.id}`, {
        who: notify.person('organiser'),
        body: { purpose: 'free', audience: EVERYBODY, messages: [{ reader: 'everybody', subject: 'News', words }] },
      });
    notify.neighbours.whileAsked = () => put('Words that nobody was told.');
    expect((await start(run, who)).body).toMatchObject({ status: 409, code: 'notify.message_run_changed' });
    notify.neighbours.whileAsked = () => Promise.resolve();
    expect(await shown(run.id)).toMatchObject({ state: 'draft', version: 2 });
    expect(await mailsOf(run.id)).toBe(0);
    const read = await shown(run.id);
    await put('Harmless words.');
    await put('Words that nobody was told.');
    expect((await start(read, who)).body).toMatchObject({ code: 'notify.message_run_changed' });
  });

  it('tells each address once, however many bookings and entries it has, in the words for its kind of reader', async () => {
    const twice = notify.holder('buyer');
    notify.holder('buyer without money', { email: twice.email.toUpperCase() });
    const both = notify.holder('VIP guest', { email: 'both@example.org' });
    notify.holder('buyer', { email: both.email });
    notify.holder('next date', { email: both.email });
    const guest = notify.holder('family guest');
    const corrected = notify.holder('friends guest', { email: 'mistyped@example.org' });
    await notify.database
      .collection('corrected-addresses')
      .insertOne({ _id: corrected.of as never, email: guest.email, correctedAt: notify.clock.now() });
    const reader = notify.holder('next date', { email: 'reader@example.org' });
    notify.holder('family guest', { email: 'erased' });
    const asked = await notify.ask('POST', '/api/message-runs/audience', {
      who: organiser(),
      body: { purpose: 'free', audience: EVERYBODY },
    });
    expect(asked.body).toMatchObject({
      count: 4,
      readers: [
        { reader: 'buyer', count: 2 },
        { reader: 'family guest', count: 1 },
        { reader: 'next date', count: 1 },
      ],
    });
    expect((asked.body.people as { name: string }[]).map(({ name }) => name)).toContain(reader.name);
    const run = await drafted();
    expect(run).toMatchObject({ state: 'draft', count: 4, confirmation: 'Send to 4' });
    const presses = await Promise.all([start(run), start(run), start(run)]);
    expect(presses.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    await waitFor(run.id, 'all are reached', ({ state }) => state === 'everyone_reached');
    for (const [email, kind] of [
      [twice.email, 'buyer'],
      [both.email, 'buyer'],
      [guest.email, 'family guest'],
      ['reader@example.org', 'next date'],
    ] as const satisfies readonly (readonly [string, ReaderKind])[]) {
      expect(idsAt(email)).toHaveLength(1);
      const [mail] = notify.received(email);
      expect([mail!.subject, mail!.text!.includes(wordsFor(kind))]).toEqual(['News', true]);
      expect('List-Unsubscribe' in mail!.headers).toBe(kind === 'next date');
    }
    expect(notify.received('mistyped@example.org')).toEqual([]);
    expect(await mailsOf(run.id)).toBe(4);
    // Who they were is not told by their addresses any more.
    expect(await notify.database.collection('recipients').countDocuments({ runId: run.id, addressHash: { $exists: true } })).toBe(0);
  });

  it('B2-560 does not send a mail that was being written when it was paused, and counts no attempt', async () => {
    const { email } = notify.holder('buyer');
    let open: () => void = () => undefined;
    notify.neighbours.beforePeople = new Promise((resolve) => (open = resolve));
    const run = await started();
    const is = (what: string, filter: Record<string, unknown>) => until(what, () => mailsOf(run.id, filter), 1, { withinMs: 20_000 });
    await is('it is being written', { claim: { $type: 'string' } });
    await move(run.id, 'pause');
    open();
    await is('it waits again', { state: 'waiting', claim: null, attempts: 0 });
    expect(notify.received(email)).toEqual([]);
    await move(run.id, 'resume');
    await is('it is accepted', { state: 'accepted', attempts: 1 });
    expect(notify.received(email)).toHaveLength(1);
  });

  it('starts for organisers with a fresh proof, who typed the number of people, and only while that number is right', async () => {
    notify.holder('buyer');
    const run = await drafted({ messages: messages.filter(({ reader }) => reader !== 'family guest') });
    const late = { ...organiser(), signedInAt: new Date(Date.now() - 3_600_000).toISOString() };
    expect((await start(run, notify.person('buyer'))).body.code).toBe('request.forbidden');
    expect((await start(run, late)).body.code).toBe('request.sign_in_again');
    expect((await start(run, organiser(), 'Send to 2')).body.code).toBe('notify.confirmation_differs');
    expect((await move(run.id, 'pause')).body.code).toBe('notify.message_run_not_under_way');
    notify.holder('family guest');
    expect((await start(run)).body.code).toBe('notify.audience_changed');
    expect((await start(await shown(run.id))).body.code).toBe('notify.words_missing');
    const path = `/api/message-runs/${run.id}`;
    const changed = await notify.ask('PUT', path, {
      who: organiser(),
      body: { purpose: 'free', audience: { guests: ['v'] }, messages },
    });
    expect(changed.body).toMatchObject({ count: 0, audience: { guests: ['v'] } });
    expect((await start(changed.body)).body.code).toBe('notify.audience_empty');
    expect(await mailsOf(run.id)).toBe(0);
    for (const body of [{ audience: {} }, { audience: { buyers: { statuses: [], seatings: [] } } }, { messages: [] }])
      expect(
        (
          await notify.ask('POST', '/api/message-runs', {
            who: organiser(),
            body: { purpose: 'free', audience: EVERYBODY, messages, ...body },
          })
        ).status,
      ).toBe(422);
    const missing = `mr_${'0'.repeat(26)}`;
    for (const answer of [await notify.ask('GET', `/api/message-runs/${missing}`, { who: organiser() }), await move(missing, 'resume')])
      expect([answer.status, answer.body.code]).toEqual([404, 'notify.message_run_not_found']);
  });

  it('is seen before it is sent: as HTML with its picture, as text, and in the mailbox of whoever asks', async () => {
    notify.answers.set('/api/concert', CONCERT);
    const message = {
      purpose: 'free',
      reader: 'VIP guest',
      subject: 'A <b>word</b>',
      words: 'You are **welcome**.\n\n<script>alert(1)</script>',
    };
    const { body } = await notify.ask('POST', '/api/message-runs/preview', { who: organiser(), body: message });
    expect(body.html).toContain('You are <strong>welcome</strong>.');
    expect(body.html).toContain('src="data:image/png;base64,');
    expect(body.html).not.toContain('<script');
    expect(body.text).toContain('You are welcome.');
    const who = { ...organiser(), email: `own.${newId('user')}@example.org` };
    expect((await notify.ask('POST', '/api/message-runs/test', { who, body: message })).body).toEqual({ sentTo: who.email });
    expect(notify.received(who.email).map(({ subject }) => subject)).toEqual(['Test: A <b>word</b>']);
    notify.sink.faults.failNext = 1;
    expect((await notify.ask('POST', '/api/message-runs/test', { who, body: message })).body.code).toBe('notify.test_not_sent');
    const { body: ready } = await notify.ask('GET', '/api/message-runs/ready-made', { who: organiser() });
    expect((ready.items as { purpose: string }[]).map(({ purpose }) => purpose)).toContain('cancellation');
    expect(JSON.stringify(ready.items)).toContain('Saturday, January 16, 2027');
  });
});

describe('B2-516 people whom no mail reaches', () => {
  it('stand with name, phone and reason, 500 people to an old proof; a corrected address or a call reaches each, and everyone reached is a state', async () => {
    const [fine, wrong, gone] = [
      notify.holder('buyer'),
      notify.holder('buyer', { email: `bounce.${newId('booking')}@example.org` }),
      notify.holder('VIP guest', { email: `bounce.${newId('booking')}@example.org` }),
    ] as const;
    const run = await started();
    const before = await waitFor(
      run.id,
      'two bounced',
      ({ state, coverage }) => state === 'sent' && coverage!.bounced === 2 && coverage!.underWay === 0,
    );
    expect(before).toMatchObject({ state: 'sent', coverage: { audience: 3, delivered: 1, bounced: 2, called: 0 } });
    expect((await recipients(run.id, 'delivered')).items.map(({ name }) => name)).toEqual([fine.name]);
    const first = await recipients(run.id, 'unreached', '&limit=1');
    const second = await recipients(run.id, 'unreached', `&limit=1&cursor=${first.next}`);
    expect(second.next).toBeUndefined();
    const unreached = new Map([...first.items, ...second.items].map((one) => [one.of[0], one]));
    expect(unreached.get(wrong.of as never)).toMatchObject({
      name: wrong.name,
      phone: wrong.phone,
      email: wrong.email,
      reason: expect.any(String),
    });
    const lists = [`/api/message-runs/${run.id}/recipients?state=unreached`, '/api/mails?trouble=true'];
    const old = { ...organiser(), signedInAt: '2024-01-01T00:00:00.000Z' };
    const codes = () => Promise.all(lists.map(async (list) => (await notify.ask('GET', list, { who: old })).body.code));
    expect(await codes()).toEqual([undefined, undefined]);
    const people = Array.from({ length: 500 }, (_, index) => `bk_${index}`);
    const named = notify.database.collection<{ people: string[] }>('named-people');
    await named.updateMany({}, { $set: { people } });
    expect(await codes()).toEqual(['request.sign_in_again', 'request.sign_in_again']);
    const at = (of: string, what: string) => `/api/message-runs/${run.id}/recipients/${unreached.get(of as never)!.id}/${what}`;
    const better = `better.${newId('user')}@example.org`;
    notify.clock.set(new Date());
    const who = organiser();
    const pressed = await notify.ask('POST', at(wrong.of, 'correct'), { who, key: 'one-press', body: { email: better } });
    expect([pressed.status, pressed.body.email, pressed.body.state]).toEqual([202, better, 'under_way']);
    await notify.ask('POST', at(wrong.of, 'correct'), { who, key: 'one-press', body: { email: better } });
    await waitFor(run.id, 'the corrected one is reached', ({ coverage }) => coverage!.delivered === 2);
    expect(idsAt(better)).toHaveLength(1);
    // The link of the tickets that went elsewhere has ended.
    expect(notify.neighbours.renewed.map(({ of }) => of)).toContain(wrong.of);
    expect((await notify.ask('POST', at(wrong.of, 'call'), { who })).body.code).toBe('notify.recipient_not_unreached');
    expect(await notify.mails().countDocuments({ runId: run.id, trouble: true })).toBe(1);
    for (let time = 0; time < 2; time += 1)
      expect((await notify.ask('POST', at(gone.of, 'call'), { who })).body).toMatchObject({
        state: 'unreached',
        calledAt: expect.any(String),
      });
    expect(await shown(run.id)).toMatchObject({ state: 'everyone_reached', coverage: { delivered: 2, bounced: 1, called: 1 } });
    expect(await notify.mails().countDocuments({ runId: run.id, trouble: true })).toBe(0);
    expect(await notify.database.collection('outbox').countDocuments({ 'envelope.data.act': 'recipient.called' })).toBe(1);
  });
});

describe('B2-514 the next-date list', () => {
  it('is written to with the link that leaves it; nobody who left meanwhile is written to', async () => {
    const [stays, leaves] = [notify.holder('next date'), notify.holder('next date')];
    const audience = { nextDate: true };
    const first = await started({ audience });
    await waitFor(first.id, 'both are reached', ({ state }) => state === 'everyone_reached');
    expect(notify.received(leaves.email)[0]!.text).toContain(`/waiting?ref=${leaves.of}&ref2=C1.leave`);
    notify.sink.faults.tooManyNext = 1_000;
    const second = await started({ audience });
    await until('they wait', () => mailsOf(second.id, { lastFault: { $ne: null } }), Boolean, { withinMs: 20_000 });
    // One that is being sent was written before.
    await until('none is being sent', () => mailsOf(second.id, { claim: { $type: 'string' } }), 0);
    notify.neighbours.holders.delete(leaves.of);
    notify.sink.faults.tooManyNext = 0;
    const { coverage } = await waitFor(second.id, 'whoever stays is reached', ({ state }) => state === 'everyone_reached');
    expect(coverage).toMatchObject({ audience: 1, delivered: 1, left: 1 });
    expect([notify.received(stays.email).length, notify.received(leaves.email).length]).toEqual([2, 1]);
    expect(await mailsOf(second.id, { trouble: true })).toBe(0);
  });
});

describe('B2-515 the run of a cancellation', () => {
  it('B2-556 tells who holds tickets and leaves out whoever read of it in the mail about the money; it works for guests alone', async () => {
    const paid = notify.holder('buyer');
    notify.holder('buyer without money', { email: paid.email });
    notify.holder('VIP guest', { email: paid.email });
    const refunded = notify.holder('buyer without money');
    const told = notify.holder('buyer without money');
    const refund = notify.refund(told.of as never);
    const kept = await notify.mails().findOne({});
    await notify.mails().insertOne(
      {
        ...{ ...kept!, _id: newId('mail'), kind: 'cancellation', factId: refund.refundId, subjectId: told.of, wordsOf: refund.refundId },
        ...{ bookings: [told.of as never], state: 'accepted', trouble: false, runId: undefined, entries: undefined },
      } as never,
      { ignoreUndefined: true },
    );
    const guest = notify.holder('family guest');
    const asked = notify.holder('next date');
    notify.answers.set('/api/concert', CONCERT);
    const { items } = (await notify.ask('GET', '/api/message-runs/ready-made', { who: organiser() })).body as {
      items: { purpose: string }[];
    };
    const readyMade = items.find(({ purpose }) => purpose === 'cancellation');
    const run = await started(readyMade);
    expect(run.count).toBe(4);
    await waitFor(run.id, 'all are reached', ({ state }) => state === 'everyone_reached');
    for (const { email } of [refunded, guest, asked]) {
      const [mail] = notify.received(email);
      expect(mail!.subject).toBe('The concert is cancelled');
      expect(mail!.text).not.toMatch(/refund|money|\$/i);
    }
    // One mail for three things that an address holds, and only whose money comes back reads of it.
    const [toPaid, ...more] = notify.received(paid.email);
    expect([toPaid?.text?.includes('You will be refunded in full'), more]).toEqual([true, []]);
    const alone = await started({ ...readyMade, audience: { guests: ['h', 'v', 'f'] } });
    expect(alone.count).toBe(2);
    await waitFor(alone.id, 'the guests are reached', ({ state }) => state === 'everyone_reached');
    expect([refunded, guest, asked].map(({ email }) => idsAt(email).length)).toEqual([1, 2, 1]);
    expect(notify.received(told.email)).toEqual([]);
  });
});
