import { generateKeyPairSync, randomUUID, sign, type KeyObject } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  bookingPaidV1,
  bookingReleasedV1,
  complimentaryIssuedV1,
  complimentaryRevokedV1,
  invitationIssuedV1,
  ticketsRenewedV1,
} from '@concert/contracts/booking/events';
import type { BookingId } from '@concert/contracts/core/ids';
import { mailGivenUpV1 } from '@concert/contracts/notify/events';
import { refundMailRequestedV1 } from '@concert/contracts/payment/refunds';
import { ofLength, until } from '@concert/test-kit/until';
import { ShowReadiness } from '../readiness/show-readiness.ts';
import { bookingFact, ORGANISERS, RunningNotify } from '../running-notify.harness.ts';
import type { OutboxRow } from '@concert/service-kit/messages/outbox.schema';
import type { Answer } from '@concert/service-kit/service-in-test.harness';

const notify = new RunningNotify();
const organiser = () => notify.person('organiser');
const facts = (type: string, subject: string) =>
  notify.database.collection<OutboxRow>('outbox').find({ 'envelope.type': type, 'envelope.subject': subject }).toArray();
const paid = (bookingId: BookingId, times = 1) =>
  notify.tell(bookingPaidV1, bookingId, { ...bookingFact(bookingId), paidAt: notify.clock.now().toISOString() }, times);
/** A mail that the provider has taken. */
async function sentMail() {
  const { bookingId, email } = notify.booking();
  await paid(bookingId);
  return { bookingId, email, mail: await notify.accepted({ bookings: bookingId }) };
}

beforeAll(() => notify.start());
afterAll(() => notify.stop());

describe('mails that facts cause', () => {
  it.each([
    ['failed', undefined, true],
    ['expired', true, true],
    ['expired', false, false],
    ['cancelled', true, false],
  ] as const)('a booking that ended as %s, payment page opened: %s, is told of: %s', async (outcome, paymentPageOpened, told) => {
    const { bookingId, email } = notify.booking({ status: outcome, tickets: [] });
    await notify.tell(
      bookingReleasedV1,
      bookingId,
      { ...bookingFact(bookingId), outcome, ...(paymentPageOpened === undefined ? {} : { paymentPageOpened }) },
      3,
    );
    await until('the facts were taken', () => notify.waitingIn('send-not-taken'), 0, { withinMs: 20_000 });
    if (told) await notify.accepted({ bookings: bookingId, kind: 'payment-not-taken' });
    else {
      const next = notify.booking({ status: 'failed', tickets: [] });
      await notify.tell(bookingReleasedV1, next.bookingId, { ...bookingFact(next.bookingId), outcome: 'failed' });
      await notify.accepted({ bookings: next.bookingId });
    }
    expect(notify.received(email).map(({ subject }) => subject)).toEqual(told ? ['Payment not taken: MUSIC FOR MEDITATION CONCERT'] : []);
  });

  it('a payment that came late after all is not said to be missing', async () => {
    const { bookingId, email } = notify.booking({ status: 'late_paid', tickets: [] });
    await notify.tell(bookingReleasedV1, bookingId, { ...bookingFact(bookingId), outcome: 'failed' });
    expect(await notify.mail('it is given up', { bookings: bookingId }, ({ state }) => state === 'given_up')).toMatchObject({
      lastFault: 'the booking went on',
      trouble: false,
    });
    expect(notify.received(email)).toEqual([]);
  });

  it('a guest gets complimentary tickets, and again when an organiser asks for it; a revoked entry gets none', async () => {
    const { entryId, email } = notify.entry();
    const issue = (id: string, again: boolean) => notify.tell(complimentaryIssuedV1, id, { entryId: id, group: 'h', tickets: 1, again }, 2);
    await issue(entryId, false);
    await notify.accepted({ subjectId: entryId, kind: 'complimentary-ticket' });
    await issue(entryId, true);
    await until('both came', () => notify.received(email), ofLength(2), { withinMs: 20_000 });
    expect(notify.received(email)[0]!.attachments.map(({ contentId }) => contentId)).toEqual(['rings', 'ticket-1']);
    const revoked = notify.entry({ status: 'Revoked' });
    await issue(revoked.entryId, false);
    expect(await notify.mail('it is given up', { subjectId: revoked.entryId }, ({ state }) => state === 'given_up')).toMatchObject({
      lastFault: 'the entry was revoked',
      trouble: false,
    });
  });

  it('a buyer whose tickets were replaced gets the new ones, once each time', async () => {
    const { bookingId, email } = await sentMail();
    await notify.tell(ticketsRenewedV1, bookingId, { bookingId, linkGeneration: 2 }, 2);
    const [mail] = await until('the new tickets came', () => notify.received(email), ofLength(2), { withinMs: 20_000 });
    expect(mail!.attachments).toHaveLength(3);
    expect(await notify.mails().countDocuments({ bookings: bookingId, kind: 'ticket' })).toBe(2);
  });

  it('B2-592 a guest is invited and reminded once each, with a button that ends that, and not once it is over', async () => {
    const { invitationId, email } = notify.invitation();
    const tell = (reminder: boolean, id = invitationId) => notify.tell(invitationIssuedV1, id, { invitationId: id, reminder }, 2);
    await tell(false);
    await tell(true);
    const mails = await until('both came', () => notify.received(email), ofLength(2), { withinMs: 20_000 });
    expect(mails.map(({ subject }) => subject.split(':')[0]).sort()).toEqual(['You are invited', 'Your invitation waits for an answer']);
    expect(mails[0]!.headers).toMatchObject({ 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' });
    expect(mails[0]!.headers['List-Unsubscribe']).toContain(`${invitationId}/one-click?ref2=C1.quiet`);
    const over = notify.invitation('over');
    await tell(true, over.invitationId);
    const mail = await notify.mail('it is given up', { subjectId: over.invitationId }, ({ state }) => state === 'given_up');
    expect([mail.lastFault, mail.trouble]).toEqual(['the invitation is over', false]);
  });

  it('B2-510 a guest whose entry was revoked is told so, once, however often the fact comes', async () => {
    const { entryId, email } = notify.entry({ status: 'Revoked', tickets: [] });
    for (let time = 0; time < 2; time += 1) await notify.tell(complimentaryRevokedV1, entryId, { entryId, group: 'h', tickets: 1 }, 2);
    await notify.accepted({ subjectId: entryId, kind: 'complimentary-revoked' });
    await until('the facts were taken', () => notify.waitingIn('send-revocations'), 0, { withinMs: 20_000 });
    const mails = notify.received(email);
    expect(mails.map(({ subject }) => subject.split(':')[0])).toEqual(['Your invitation was withdrawn']);
    expect(mails[0]!.text).toContain('no longer work');
    expect(mails[0]!.attachments.map(({ contentId }) => contentId)).toEqual(['rings']);
    expect(await notify.mails().countDocuments({ subjectId: entryId })).toBe(1);
  });

  it('B2-555 money that goes back, and a gift, is told of once for each refund and kind, however often and by whatever facts', async () => {
    const { bookingId } = notify.booking();
    const [first, second] = [
      notify.refund(bookingId),
      notify.refund(bookingId, { state: 'succeeded', issuedAt: '2026-11-22T12:00:00.000Z' }),
    ];
    for (const kind of ['refund-started', 'refund-issued', 'cancellation', 'gift-receipt']) {
      for (const { refundId } of [first, second, first])
        await notify.tell(refundMailRequestedV1, bookingId, { refundId, bookingId, others: [], kind }, 2);
    }
    await until('all are accepted', () => notify.mails().countDocuments({ bookings: bookingId, state: 'accepted' }), 8, {
      withinMs: 20_000,
    });
    await until('the facts were taken', () => notify.waitingIn('send-refund-mails'), 0, { withinMs: 20_000 });
    const subjects = [...notify.received(first.email), ...notify.received(second.email)].map(({ subject }) => subject.split(':')[0]).sort();
    expect(subjects).toEqual(
      ['Receipt for your gift', 'The concert is cancelled', 'Your refund is on its way', 'Your refund was sent'].flatMap((subject) => [
        subject,
        subject,
      ]),
    );
    const rows = (await notify.listed(bookingId)).map(({ kind, subjectId }) => [kind, subjectId]);
    expect(rows).toHaveLength(8);
    expect(new Set(rows.map(([, subjectId]) => subjectId))).toEqual(new Set([bookingId]));
    expect(await (await fetch(notify.service.metricsUrl!)).text()).not.toMatch(/send-refund-mails[^}]*outcome="(retried|dead)"/);
  });

  it('B2-509 the cancellation of several bookings is one mail, found with each of them, and a corrected address of any counts', async () => {
    const [one, other] = [notify.booking().bookingId, notify.booking().bookingId];
    const others = [
      {
        bookingId: other,
        state: 'planned',
        amount: { amountMinor: 25_000, currency: 'USD' },
        seating: 'Premium Seating',
        tickets: 1,
        refundUrl: `https://concert.example/refund?ref=${other}&ref2=R2.sig`,
      },
    ];
    const { refundId, email } = notify.refund(one, { others });
    await notify.tell(refundMailRequestedV1, one, { refundId, bookingId: one, others: [other], kind: 'cancellation' }, 2);
    const { _id } = await notify.accepted({ subjectId: one, kind: 'cancellation' });
    const [mail, ...more] = notify.received(email);
    expect(more).toEqual([]);
    for (const words of ['$300.00', one, other, `ref=${other}&ref2=R2.sig`, 'Premium Seating, 1 ticket: $250.00'])
      expect(mail!.text).toContain(words);
    for (const bookingId of [one, other]) expect((await notify.listed(bookingId)).map(({ id }) => id)).toEqual([_id]);
    const corrected = `right.${one}@example.org`;
    expect((await notify.ask('POST', `/api/mails/${_id}/resend`, { body: { email: corrected }, who: organiser() })).status).toBe(202);
    await until('it came', () => notify.received(corrected).length, 1, { withinMs: 20_000 });
    const later = notify.refund(other);
    await notify.tell(refundMailRequestedV1, other, { refundId: later.refundId, bookingId: other, others: [], kind: 'refund-issued' });
    await notify.accepted({ subjectId: other, kind: 'refund-issued' });
    expect(notify.received(corrected)).toHaveLength(2);
  });

  it('a mail that cannot be written is told to be given up, because money may wait for it', async () => {
    const { bookingId } = notify.booking();
    const { refundId } = notify.refund(bookingId, { email: 'no address' });
    await notify.tell(refundMailRequestedV1, bookingId, { refundId, bookingId, others: [], kind: 'cancellation' });
    const mail = await notify.mail('it is given up', { subjectId: bookingId }, ({ state }) => state === 'given_up');
    expect((await facts(mailGivenUpV1.type, mail._id)).map(({ envelope }) => envelope.data)).toMatchObject([
      { mailId: mail._id, kind: 'cancellation', subjectId: bookingId },
    ]);
  });
});

describe('news of the provider', () => {
  const { privateKey: stranger } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const eventOf = (mailId: string, event: string, over: Record<string, unknown> = {}) => ({
    email: 'x@example.org',
    event,
    timestamp: Math.floor(notify.clock.now().getTime() / 1_000),
    mail_id: mailId,
    sg_event_id: 'e',
    sg_message_id: 'm.1',
    ...over,
  });
  const post = (
    body: string,
    {
      key = notify.sink.eventPrivateKey,
      at = notify.clock.now(),
      signature,
      headers = {},
    }: { key?: KeyObject; at?: Date; signature?: string; headers?: Record<string, string> } = {},
  ): Promise<Answer> => {
    const timestamp = String(Math.floor(at.getTime() / 1_000));
    return notify.ask('POST', '/api/sendgrid-events', {
      raw: body,
      headers: {
        'x-twilio-email-event-webhook-timestamp': timestamp,
        'x-twilio-email-event-webhook-signature': signature ?? sign('sha256', Buffer.from(timestamp + body), key).toString('base64'),
        ...headers,
      },
    });
  };

  it('B4-554 of a test mail to the organisers prove its sender', async () => {
    const sender = async () => (await notify.service.app.get(ShowReadiness).rows()).find(({ id }) => id === 'sender')?.state;
    expect((await notify.ask('POST', '/api/go-live/test-mail', { who: notify.person('admin') })).body).toEqual({ to: ORGANISERS });
    const { _id } = await notify.accepted({ kind: 'sender-test' });
    expect([await sender(), notify.received(ORGANISERS)[0]?.subject]).toEqual(['red', 'A test email from your concert site']);
    expect([(await post(JSON.stringify([eventOf(_id, 'delivered')]))).status, await sender()]).toEqual([200, 'green']);
  });
  const tell = (...events: object[]) => post(JSON.stringify(events));
  const at = (seconds: number) => new Date(notify.clock.now().getTime() + seconds * 1_000);

  it('B2-506 F64 show on the mail and on its booking what became of it, whatever comes twice or out of order', async () => {
    const { bookingId, email, mail } = await sentMail();
    expect(
      (
        await tell(
          eventOf(mail._id, 'processed'),
          eventOf(mail._id, 'delivered'),
          eventOf('ml_of_another_system', 'bounce'),
          eventOf(mail._id, 'open'),
        )
      ).status,
    ).toBe(200);
    expect(await notify.listed(bookingId)).toMatchObject([{ kind: 'ticket', state: 'accepted', delivery: 'delivered' }]);
    // Older reports arrive late, and every report arrives twice.
    for (let times = 0; times < 2; times += 1) await tell(eventOf(mail._id, 'deferred', { timestamp: 1 }), eventOf(mail._id, 'delivered'));
    expect((await notify.listed(bookingId))[0]).toMatchObject({ delivery: 'delivered' });
    await tell(
      eventOf(mail._id, 'bounce', { type: 'bounce', status: '5.1.1', reason: `550 5.1.1 <${email}> unknown` }),
      eventOf(mail._id, 'delivered'),
    );
    const [shown] = await notify.listed(bookingId);
    expect(shown).toMatchObject({ state: 'accepted', delivery: 'bounced', deliveryFault: 'there is no such address (5.1.1)' });
    expect(JSON.stringify(shown)).not.toContain('@');
    const { body } = await notify.ask('GET', '/api/mails?trouble=true', { who: organiser() });
    expect((body.items as { id: string }[]).map(({ id }) => id)).toContain(mail._id);
    const line = notify.lines
      .map((text) => JSON.parse(text) as Record<string, unknown>)
      .find(({ message, mailId }) => message === 'an email did not reach its reader' && mailId === mail._id);
    expect(line).toMatchObject({ level: 'error', outcome: 'bounced' });
    const metrics = await (await fetch(notify.service.metricsUrl!)).text();
    expect(metrics).toMatch(/mail_delivery_news_total\{delivery="bounced",.*\} [1-9]/);
    expect(metrics).toMatch(/^mails_in_trouble\{.*\} [1-9]/m);
    expect(metrics).toMatch(/^mail_oldest_waiting_seconds\{.*\} \d/m);
  });

  it("that are not the provider's are refused before anything is looked at", async () => {
    const { mail } = await sentMail();
    const body = JSON.stringify([eventOf(mail._id, 'spamreport')]);
    const right = Math.floor(notify.clock.now().getTime() / 1_000);
    const refused = await Promise.all([
      post(body, { key: stranger }),
      post(body, { at: at(-301) }),
      post(body, { at: at(301) }),
      post(body, { signature: '' }),
      post(body, { signature: 'AAAA' }),
      post(body, { headers: { 'x-twilio-email-event-webhook-timestamp': String(right + 1) } }),
      post(body, { headers: { 'x-twilio-email-event-webhook-timestamp': '-1' } }),
      post(body, { headers: { 'x-twilio-email-event-webhook-timestamp': '' } }),
      // The same JSON in other bytes.
      post(JSON.stringify(JSON.parse(body), null, 1), {
        signature: sign('sha256', Buffer.from(`${right}${body}`), notify.sink.eventPrivateKey).toString('base64'),
      }),
      notify.ask('POST', '/api/sendgrid-events', { raw: body }),
      // The signature is checked before the body is parsed.
      post('[', { key: stranger }),
    ]);
    expect(refused.map(({ status, body: problem }) => `${status} ${problem.code}`)).toEqual(
      refused.map(() => '400 notify.signature_refused'),
    );
    expect(await notify.mails().findOne({ _id: mail._id })).toMatchObject({ delivery: null });
    expect(notify.lines.join('')).not.toContain('spamreport');
    expect((await post('[')).body).toMatchObject({ status: 400, code: 'request.malformed' });
    expect((await post(body)).status).toBe(200);
    expect(await notify.mails().findOne({ _id: mail._id })).toMatchObject({ delivery: 'spam' });
  });
});

const again = (mailId: string, body: object = {}, key?: string, who = organiser()) =>
  notify.ask('POST', `/api/mails/${mailId}/resend`, { body, who, ...(key ? { key } : {}) });

describe('a mail sent again', () => {
  it('B2-507 goes to the corrected address, as every later mail of its booking does, and is an act of the organiser', async () => {
    const { bookingId, email, mail } = await sentMail();
    await notify.mails().updateOne({ _id: mail._id }, { $set: { delivery: 'bounced', trouble: true } });
    const corrected = `corrected.${bookingId}@example.org`;
    const who = organiser();
    const { status, body } = await again(mail._id, { email: corrected }, undefined, who);
    expect([status, body]).toMatchObject([202, { kind: 'ticket', bookingId, resendOf: mail._id }]);
    // The tickets that went astray are replaced first, on behalf of who corrected the address.
    expect(notify.neighbours.renewed.filter(({ of }) => of === bookingId)).toEqual([{ of: bookingId, by: who.userId }]);
    await notify.accepted({ _id: body.id });
    expect([notify.received(corrected).length, notify.received(email).length]).toEqual([1, 1]);
    expect(notify.received(corrected)[0]!.attachments).toHaveLength(3);
    expect(await notify.mails().findOne({ _id: mail._id })).toMatchObject({ trouble: false });
    // The corrected mail did not arrive either. Sending it again settles both.
    await notify.mails().updateOne({ _id: body.id }, { $set: { trouble: true } });
    expect((await again(mail._id)).status).toBe(202);
    expect(await notify.mails().countDocuments({ bookings: bookingId, trouble: true })).toBe(0);
    await until('it came', () => notify.received(corrected).length, 2, { withinMs: 20_000 });
    const { refundId } = notify.refund(bookingId);
    await notify.tell(refundMailRequestedV1, bookingId, { refundId, bookingId, others: [], kind: 'refund-issued' });
    await notify.accepted({ bookings: bookingId, kind: 'refund-issued' });
    expect(notify.received(corrected)).toHaveLength(3);
    const [act] = await facts('notify.act.recorded.v1', mail._id);
    expect(act!.envelope.data).toMatchObject({
      actor: who.userId,
      act: 'mail.resent',
      subject: { kind: 'mail', id: mail._id },
      bookingId,
      detail: { mailKind: 'ticket', addressCorrected: true },
    });
    expect(JSON.stringify(act)).not.toContain('@');
  });

  it('B9-639 corrected by a mail that brings no tickets, sends the new ones as well, because nobody has them', async () => {
    const { bookingId } = notify.booking({ status: 'failed', tickets: [] });
    notify.neighbours.admitting.add(bookingId);
    await notify.tell(bookingReleasedV1, bookingId, { ...bookingFact(bookingId), outcome: 'failed' });
    const mail = await notify.accepted({ bookings: bookingId, kind: 'payment-not-taken' });
    const corrected = `astray.${bookingId}@example.org`;
    const [key, who] = [randomUUID(), organiser()];
    expect((await again(mail._id, { email: corrected }, key, who)).status).toBe(202);
    expect((await again(mail._id, { email: corrected }, key, who)).status).toBe(202);
    expect(await notify.mails().countDocuments({ bookings: bookingId, kind: 'ticket' })).toBe(1);
    // A repeat replaces nothing a second time.
    expect(notify.neighbours.renewed.filter(({ of }) => of === bookingId)).toHaveLength(1);
  });

  it('B9-639 is not sent to a corrected address while the tickets cannot be replaced', async () => {
    const { bookingId, mail } = await sentMail();
    notify.neighbours.away = true;
    try {
      expect((await again(mail._id, { email: 'later@example.org' })).status).toBe(503);
    } finally {
      notify.neighbours.away = false;
    }
    expect(await notify.mails().countDocuments({ bookings: bookingId })).toBe(1);
    const later = await again(mail._id, { email: 'later@example.org' });
    expect(later.status).toBe(202);
    await notify.accepted({ _id: later.body.id });
  });

  it('B2-566 whose tickets take as long to be replaced as svc-booking may take is answered as what was done', async () => {
    const { bookingId, email } = notify.booking();
    notify.sink.faults.failNext = 1;
    await paid(bookingId);
    const mail = await notify.mail('it waits', { bookings: bookingId }, ({ lastFault }) => lastFault !== null);
    notify.neighbours.renewalMs = 3_000;
    const { status, body } = await again(mail._id, { email: 'corrected@example.org' });
    notify.neighbours.renewalMs = 0;
    expect([status, body]).toMatchObject([202, { id: mail._id }]);
    notify.clock.advance({ seconds: 5 });
    await notify.accepted({ _id: mail._id });
    expect([notify.received('corrected@example.org').length, notify.received(email).length]).toEqual([1, 0]);
  });

  it('is for mails that are there, and for kinds whose readers do not ask themselves', async () => {
    const { mail } = await sentMail();
    for (const [id, status, code] of [
      ['ml_00000000000000000000000000', 404, 'notify.mail_not_found'],
      ['ml_x', 404, 'request.not_found'],
      ['..%2fmails', 404, 'request.not_found'],
    ] as const)
      expect(await again(id)).toMatchObject({ status, body: { code } });
    for (const email of ['', 'a@b', 'a@b.co\nBcc: x@y.zz', ['a@b.co'], null, { $gt: '' }])
      expect((await again(mail._id, { email })).status).toBe(422);
    const { body: contact } = await notify.ask('POST', '/api/contact-messages', {
      body: { name: 'A', email: 'a@example.org', subject: 'S', message: 'M' },
    });
    const received = await notify.accepted({ subjectId: contact.id, kind: 'contact-received' });
    expect((await again(received._id)).status).toBe(202);
    expect((await again(received._id, { email: 'stranger@example.org' })).body.code).toBe('notify.address_not_correctable');
    await notify.ask('POST', '/api/go-live/test-mail', { who: notify.person('admin') });
    expect((await again((await notify.accepted({ kind: 'sender-test' }))._id)).body.code).toBe('notify.mail_not_resendable');
  });
});

describe('the provider that takes no more', () => {
  it('F64 is left alone as long as it asks, for every mail, and not a moment longer', async () => {
    await until('what was posted before was sent', () => notify.mails().countDocuments({ state: 'waiting' }), 0, { withinMs: 20_000 });
    notify.sink.faults.tooManyNext = 1;
    const first = notify.booking();
    await paid(first.bookingId);
    await notify.mail(
      'the attempt failed',
      { bookings: first.bookingId },
      ({ lastFault }) => lastFault === 'the email provider takes no more for now',
    );
    const second = notify.booking();
    await paid(second.bookingId);
    const taken = () => notify.mails().findOne({ bookings: second.bookingId });
    const waits = await until('the fact was taken', taken, Boolean, { withinMs: 20_000 });
    expect((await again(waits!._id)).status).toBe(202);
    expect(await taken()).toMatchObject({ attempts: 0 });
    notify.clock.advance({ seconds: 3 });
    for (const { bookingId, email } of [first, second]) {
      await notify.accepted({ bookings: bookingId });
      expect(notify.received(email)).toHaveLength(1);
    }
  });
});
