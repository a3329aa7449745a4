import { describe, expect, it } from '@jest/globals';
import { idFromBytes } from '@concert/contracts/core/ids';
import { acceptedMail, deliveredMail, failedMail, GIVE_UP_AFTER_MS, newMail, type Mail, type MailDelivery } from './mail.ts';

const start = new Date('2026-11-21T12:00:00.000Z');
const mail = newMail(
  { id: idFromBytes('mail', new Uint8Array(17)), kind: 'ticket', factId: 'f', subjectId: 'bk', correlationId: 'c', traceparent: '' },
  start,
);
const tried = (attempts: number): Mail => ({ ...mail, attempts });
const wait = (after: Mail, now = start) => after.nextAttemptAt.getTime() - now.getTime();

describe('a mail', () => {
  it('is accepted under the name the provider gave it', () => {
    expect(acceptedMail(tried(3), 'msg', start)).toMatchObject({
      state: 'accepted',
      attempts: 3,
      sentAt: start,
      providerMessageId: 'msg',
      lastFault: null,
    });
  });

  it('waits twice as long after each failure, up to half an hour, and never in step with others', () => {
    const fault = { reason: 'the provider is away', temporary: true };
    expect([1, 2, 3, 4, 10, 11, 12, 30].map((attempts) => wait(failedMail(tried(attempts), fault, start, 1)) / 1_000)).toEqual([
      2, 4, 8, 16, 1_024, 1_800, 1_800, 1_800,
    ]);
    expect(wait(failedMail(tried(4), fault, start, 0))).toBe(8_000);
    expect(failedMail(tried(1), fault, start, 0)).toMatchObject({ state: 'waiting', lastFault: 'the provider is away' });
  });

  it('B2-573 is in trouble from the first refusal of our key or sender on, until it is taken', () => {
    const refused = failedMail(tried(1), { reason: 'our key is refused', temporary: true, refusesUs: true }, start, 0);
    expect(refused).toMatchObject({ state: 'waiting', trouble: true });
    expect(failedMail(refused, { reason: 'away', temporary: true }, start, 0).trouble).toBe(false);
    expect(acceptedMail(refused, 'msg', start).trouble).toBe(false);
  });

  it('waits as long as the provider asks', () => {
    expect(wait(failedMail(tried(1), { reason: 'too many', temporary: true, retryAfterMs: 60_000 }, start, 1))).toBe(60_000);
  });

  it('B2-508 is given up after three days, and at once when the fault cannot heal', () => {
    expect(GIVE_UP_AFTER_MS).toBe(3 * 24 * 3_600_000);
    const late = new Date(start.getTime() + GIVE_UP_AFTER_MS - 1_000_000);
    expect(failedMail(tried(60), { reason: 'away', temporary: true }, late, 1)).toMatchObject({ state: 'given_up', lastFault: 'away' });
    expect(failedMail(tried(60), { reason: 'away', temporary: true }, late, 0)).toMatchObject({ state: 'waiting' });
    expect(failedMail(tried(1), { reason: 'refused', temporary: false }, start, 0)).toMatchObject({
      state: 'given_up',
      lastFault: 'refused',
    });
  });
});

describe('news of a mail', () => {
  const sent = acceptedMail(tried(1), 'msg', start);
  const news = (delivery: MailDelivery) => ({ delivery, at: start, fault: delivery === 'delivered' ? null : delivery, messageId: 'msg' });
  const after = (mails: Mail, deliveries: readonly MailDelivery[]) =>
    deliveries.reduce((mail, delivery) => deliveredMail(mail, news(delivery)) ?? mail, mails);

  /** Every order of some reports, with each of them up to twice. */
  function* orders(of: readonly MailDelivery[]): Generator<MailDelivery[]> {
    if (of.length === 0) yield [];
    for (const [index, first] of of.entries()) for (const rest of orders(of.filter((_, at) => at !== index))) yield [first, ...rest];
  }

  it.each([
    [['deferred', 'delivered', 'deferred'], 'delivered', false],
    [['deferred', 'delivered', 'bounced', 'delivered'], 'bounced', true],
    [['delivered', 'spam', 'delivered', 'deferred'], 'spam', true],
    [['dropped', 'deferred'], 'dropped', true],
    [['deferred', 'delivered', 'dropped', 'bounced', 'spam'], 'spam', true],
  ] as [MailDelivery[], MailDelivery, boolean][])('%j end in the same state in every order', (deliveries, delivery, trouble) => {
    for (const order of orders(deliveries))
      expect(after(sent, order)).toMatchObject({ state: 'accepted', delivery, trouble, deliveryFault: news(delivery).fault });
  });

  it('told twice change nothing', () => {
    expect(deliveredMail(after(sent, ['delivered']), news('delivered'))).toBeUndefined();
  });

  it('say that it was taken, whatever we thought', () => {
    const thoughtLost = failedMail(tried(1), { reason: 'refused', temporary: false }, start, 0);
    for (const mail of [tried(1), thoughtLost])
      expect(deliveredMail(mail, news('delivered'))).toMatchObject({
        state: 'accepted',
        providerMessageId: 'msg',
        sentAt: start,
        lastFault: null,
        trouble: false,
      });
  });
});
