import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { bookingPaidV1 } from '@concert/contracts/booking/events';
import type { TicketMail } from '@concert/contracts/booking/internal';
import type { Identity } from '@concert/contracts/core/identity';
import type { Route } from '@concert/contracts/core/route';
import type { BookingId } from '@concert/contracts/core/ids';
import { notifyRoutes } from '@concert/contracts/notify/http';
import { confirmationOf } from '@concert/contracts/notify/message-runs';
import { having, until } from '@concert/test-kit/until';
import { ticketMailPath } from './notify-neighbours.harness.ts';
import { MongoMails } from './mails/mongo-mails.ts';
import { bookingFact, RunningNotify } from './running-notify.harness.ts';

const notify = new RunningNotify();
const { clock, lines } = notify;
const { asked } = notify.neighbours;

const knownAs = (bookingId: string) => notify.answers.get(ticketMailPath(bookingId)) as TicketMail;

let made = 0;
function paidBooking(over: Partial<TicketMail> = {}): BookingId {
  made += 1;
  return notify.booking({ name: `Buyer ${made}`, email: `buyer${made}@example.org`, ...over }).bookingId;
}

function tell(bookingId: BookingId, times = 1): Promise<string> {
  return notify.tell(bookingPaidV1, bookingId, { ...bookingFact(bookingId), paidAt: clock.now().toISOString() }, times);
}

const mailOf = (bookingId: string) => notify.mails().findOne({ subjectId: bookingId });
const inState = (bookingId: string, state: string) =>
  until(`the email is ${state}`, () => mailOf(bookingId), having({ state: state }), { withinMs: 20_000 });
const received = (bookingId: string) => notify.sink.mails().filter(({ to }) => to[0]?.email === knownAs(bookingId).email);
/** Advances the clock until a failed mail is due again. */
const afterFailure = async (bookingId: string, attempts: number) => {
  await until(
    'the attempt failed',
    () => mailOf(bookingId),
    (mail) => mail?.attempts === attempts && mail.lastFault !== null && mail.nextAttemptAt.getTime() - clock.now().getTime() < 59_000,
    { withinMs: 20_000 },
  );
  clock.advance({ seconds: 40 });
};

beforeAll(() => notify.start());
afterAll(() => notify.stop());

beforeEach(() => {
  notify.neighbours.away = false;
  asked.length = 0;
});
afterEach(() => {
  Object.assign(notify.sink.faults, { delayMs: 0, failNext: 0, unavailableNext: 0, tooManyNext: 0, cutNext: 0 });
});

describe('a paid booking', () => {
  it('B2-502 gets its tickets by mail: link, codes, both twins, nobody followed', async () => {
    const id = paidBooking();
    const factId = await tell(id);
    await inState(id, 'accepted');
    const [mail] = received(id);
    expect(mail).toMatchObject({
      from: { email: 'tickets@concert.example', name: 'Music for Meditation Concert' },
      to: [{ email: knownAs(id).email, name: knownAs(id).name }],
      replyTo: { email: 'info@concert.example' },
      subject: 'Your tickets for Saturday, January 16',
    });
    expect(mail!.text).toContain(knownAs(id).ticketUrl);
    expect(mail!.html).toContain('Open your tickets');
    expect(mail!.attachments.map(({ contentId, type, disposition }) => [contentId, type, disposition])).toEqual([
      ['rings', 'image/png', 'inline'],
      ['ticket-1', 'image/png', 'inline'],
      ['ticket-2', 'image/png', 'inline'],
    ]);
    const kept = (await mailOf(id))!;
    expect(mail!.customArgs).toEqual({ mail_id: kept._id });
    expect(kept).toMatchObject({
      kind: 'ticket',
      factId,
      attempts: 1,
      providerMessageId: mail!.messageId,
      sentAt: clock.now(),
      correlationId: `journey-${factId}`,
    });
    expect(asked).toEqual([{ path: `/internal/ticket-mails/${id}`, caller: 'svc-notify' }]);
    // Neither address nor text is stored.
    expect(JSON.stringify(kept)).not.toMatch(/example\.org|Buyer/);
  });

  it('B2-508 F24 told of a hundred times gets one mail, and 99 repeats are counted', async () => {
    const id = paidBooking();
    const repeats = async () => {
      const metrics = await (await fetch(notify.service.metricsUrl!)).text();
      return Number(
        /^message_handling_duration_seconds_count\{[^}]*queue="[^"]*send-tickets[^"]*"[^}]*outcome="repeat"[^}]*\} (\d+)/m.exec(
          metrics,
        )?.[1] ?? 0,
      );
    };
    const before = await repeats();
    await tell(id, 100);
    await inState(id, 'accepted');
    await until('99 deliveries were known', repeats, (count) => count - before === 99, { withinMs: 20_000 });
    expect(await notify.mails().countDocuments({ subjectId: id })).toBe(1);
    expect(received(id)).toHaveLength(1);
  });
});

describe('a mail', () => {
  it.each([
    ['fails', 'failNext', 500],
    ['is closed', 'unavailableNext', 503],
    ['takes no more', 'tooManyNext', 429],
  ] as const)('is sent later when the provider %s', async (_, fault, status) => {
    const id = paidBooking();
    notify.sink.faults[fault] = 2;
    await tell(id);
    await afterFailure(id, 1);
    await afterFailure(id, 2);
    expect(await inState(id, 'accepted')).toMatchObject({ attempts: 3, lastFault: null });
    expect(received(id)).toHaveLength(1);
    expect(lines.join('')).toContain(`"providerStatus":${status}`);
  });

  it('is sent once the clock is right that was two days ahead when it was put off', async () => {
    const id = paidBooking();
    notify.clock.advance({ days: 2 });
    notify.sink.faults.failNext = 1;
    await tell(id);
    await notify.mail('it was put off', { bookings: id }, ({ lastFault }) => lastFault !== null);
    notify.clock.advance({ days: -2 });
    await inState(id, 'accepted');
  });

  it('is sent later when svc-booking was away, and no other waits for it', async () => {
    const id = paidBooking();
    notify.neighbours.away = true;
    await tell(id);
    await afterFailure(id, 1);
    expect((await mailOf(id))!.lastFault).toBe('what the email says cannot be asked for now');
    notify.neighbours.away = false;
    const next = paidBooking();
    await tell(next);
    await inState(next, 'accepted');
    await inState(id, 'accepted');
    expect(received(id)).toHaveLength(1);
  });

  it('B2-573 B5-546 is in trouble while our key is refused, on the desk too, and no longer once it is taken', async () => {
    const desk = async () => (await notify.ask('GET', '/api/desk', { who: notify.person('organiser') })).body.mailsInTrouble as number;
    const refused = () => notify.service.app.get<MongoMails>(MongoMails).countRefused();
    const before = await desk();
    const { bookingId } = notify.booking();
    notify.sink.faults.revoked = true;
    try {
      await tell(bookingId);
      await notify.mail('its key was refused', { bookings: bookingId }, ({ lastFault }) => lastFault !== null);
      expect(await desk()).toBe(before + 1);
      expect(await refused()).toBe(1);
      // Whom it does not reach, as svc-booking knows them now; without it while svc-booking is away.
      const { name, email, phone } = notify.neighbours.hold(bookingId, 'buyer', {});
      for (const [away, who] of [
        [true, undefined],
        [false, { name, email, phone }],
      ] as const) {
        notify.neighbours.away = away;
        const { items } = (await notify.ask('GET', '/api/mails?trouble=true', { who: notify.person('organiser') })).body as {
          items: { bookingId?: string; who?: object }[];
        };
        expect(items.find((mail) => mail.bookingId === bookingId)?.who).toEqual(who);
      }
    } finally {
      notify.sink.faults.revoked = false;
    }
    notify.clock.advance({ seconds: 5 });
    await notify.accepted({ bookings: bookingId });
    expect(await desk()).toBe(before);
    expect(await refused()).toBe(0);
  });
});

describe('an act that carries a key', () => {
  const organiser = notify.person('organiser');
  /** An organiser's message that is on its way to its one reader. */
  async function sentRun(): Promise<{ runId: string; recipientId: string }> {
    const { of } = notify.holder('buyer');
    const messages = [{ reader: 'buyer', subject: 'News', words: 'Some words.' }];
    const drafted = await notify.ask('POST', '/api/message-runs', {
      who: organiser,
      body: { purpose: 'free', audience: { booking: of }, messages },
    });
    const { id: runId, count, version } = drafted.body as { id: string; count: number; version: number };
    const body = { version, confirmation: confirmationOf(count) };
    await notify.ask('POST', `/api/message-runs/${runId}/start`, { who: organiser, body });
    await notify.accepted({ runId: runId });
    const listed = await notify.ask('GET', `/api/message-runs/${runId}/recipients?state=under_way`, { who: organiser });
    return { runId, recipientId: (listed.body as { items: { id: string }[] }).items[0]!.id };
  }
  const ACTS: Readonly<Record<string, () => Promise<{ path: string; who?: Identity; body: object }>>> = {
    sendContactMessage: async () => ({
      path: '/api/contact-messages',
      body: { name: 'Vera', email: 'vera@example.org', subject: 'A question', message: 'When does it begin?' },
    }),
    resendMail: async () => {
      const id = paidBooking();
      await tell(id);
      const mail = await inState(id, 'accepted');
      return { path: `/api/mails/${mail!._id}/resend`, who: organiser, body: { email: `right.${id}@example.org` } };
    },
    correctRecipient: async () => {
      const { runId, recipientId } = await sentRun();
      const path = `/api/message-runs/${runId}/recipients/${recipientId}/correct`;
      return { path, who: organiser, body: { email: `right.${recipientId}@example.org` } };
    },
  };
  const keyed = Object.entries(notifyRoutes as Record<string, Route>).filter(([, { idempotencyKey }]) => idempotencyKey);

  it.each(keyed)('B9-644 %s: pressed five times at one moment, gets the answer of the first each time', async (name) => {
    const { path, ...press } = await ACTS[name]!();
    const key = randomUUID();
    const renewed = notify.neighbours.renewed.length;
    const answers = await Promise.all(Array.from({ length: 5 }, () => notify.ask('POST', path, { ...press, key })));
    expect(answers[0]!.status).toBeLessThan(300);
    const named = answers.map(({ status, body }) => [status, (body as { id: string }).id]);
    expect(named).toEqual(Array.from({ length: 5 }, () => named[0]));
    // Each call for new tickets carries the key, so that svc-booking replaces them once.
    const keys = new Set(notify.neighbours.renewed.slice(renewed).map((asked) => asked.key));
    expect([keys.size < 2, keys.has(undefined)]).toEqual([true, false]);
  });
});

describe('settings and log', () => {
  it('never carry a person, a link or a code', () => {
    expect(lines.length).toBeGreaterThan(10);
    expect(lines.join('')).not.toMatch(/example\.org|Buyer \d|get-details|T1\.ab12|SG\.test/);
  });
});
