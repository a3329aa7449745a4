import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { bookingReleasedV1 } from '@concert/contracts/booking/events';
import { BOOKING_STATUSES, type BookingStatus } from '@concert/contracts/booking/states';
import type { BookingId } from '@concert/contracts/core/ids';
import { confirmationOf, type MessageRunView } from '@concert/contracts/notify/message-runs';
import { refundMailRequestedV1 } from '@concert/contracts/payment/refunds';
import { until } from '@concert/test-kit/until';
import { bookingFact, CONCERT, CONCERT_OF_MAIL, newId, RunningNotify } from '../running-notify.harness.ts';

const notify = new RunningNotify();
const cancelled = { ...CONCERT_OF_MAIL, closed: 'cancelled' };

/** What svc-booking or svc-payment does with a booking that stands in a state when the concert is cancelled. */
type Follows = 'reservation ends' | 'run, then money' | 'money goes back' | 'late money goes back' | 'only the run' | 'nothing';

interface Case {
  readonly what: string;
  readonly status: BookingStatus;
  readonly follows: Follows;
  readonly outcome?: 'expired' | 'failed' | 'cancelled';
  readonly paymentPageOpened?: boolean;
  readonly disputed?: true;
}

const CASES: readonly Case[] = [
  { what: 'reserved, no payment page', status: 'pending', follows: 'reservation ends', outcome: 'expired', paymentPageOpened: false },
  { what: 'paying', status: 'pending', follows: 'reservation ends', outcome: 'expired', paymentPageOpened: true },
  { what: 'paying, and the card is declined', status: 'pending', follows: 'reservation ends', outcome: 'failed', paymentPageOpened: true },
  { what: 'paying, and leaves the page', status: 'pending', follows: 'reservation ends', outcome: 'cancelled', paymentPageOpened: true },
  { what: 'paid', status: 'paid', follows: 'money goes back' },
  { what: 'paid, and told before the money goes back', status: 'paid', follows: 'run, then money' },
  { what: 'paid, and a bank has the money', status: 'paid', follows: 'only the run', disputed: true },
  { what: 'a refund failed', status: 'refund_failed', follows: 'money goes back' },
  { what: 'paid too late', status: 'late_paid', follows: 'late money goes back' },
  { what: 'a refund is under way', status: 'refund_requested', follows: 'only the run' },
  { what: 'refunded before', status: 'refunded', follows: 'only the run' },
  { what: 'charged back', status: 'charged_back', follows: 'only the run' },
  { what: 'declined before', status: 'failed', follows: 'nothing' },
  { what: 'given up before', status: 'cancelled', follows: 'nothing' },
  { what: 'ended before', status: 'expired', follows: 'nothing' },
];

const TOLD: Readonly<Record<Follows, readonly RegExp[]>> = {
  'reservation ends': [/your reservation has ended\.[^]*You owe nothing/],
  'money goes back': [/Your refund of \$50\.00 is on its way/],
  'run, then money': [/You will be refunded in full/],
  'late money goes back': [/The concert cannot take place, so you are refunded in full/],
  'only the run': [/your booking has ended/],
  nothing: [],
};

const TOLD_BY_RUN: ReadonlySet<Follows> = new Set(['only the run', 'run, then money']);

/** Puts a booking into its state and has what follows told, as its owners do. @returns its buyer's address */
async function happens({ status, follows, outcome, paymentPageOpened, disputed }: Case): Promise<string> {
  const after = outcome ?? status;
  const { bookingId, email } = notify.booking({ status: after, tickets: [], concert: cancelled });
  const reader = ['paid', 'late_paid', 'refund_failed'].includes(status) ? 'buyer' : 'buyer without money';
  notify.neighbours.hold(bookingId, reader, { email, status: after, ...(disputed ? { disputed } : {}) });
  if (follows === 'reservation ends')
    await notify.tell(bookingReleasedV1, bookingId, {
      ...{ ...bookingFact(bookingId), outcome: outcome!, paymentPageOpened: paymentPageOpened!, stop: newId('messageRun') },
    });
  if (follows === 'money goes back' || follows === 'late money goes back') await returned(bookingId, email, follows);
  return email;
}

async function returned(bookingId: BookingId, email: string, follows: Follows): Promise<void> {
  const late = follows === 'late money goes back';
  const { refundId } = notify.refund(bookingId, { email, concert: cancelled, cause: late ? 'seats are gone' : 'cancellation' });
  await notify.tell(refundMailRequestedV1, bookingId, { refundId, bookingId, others: [], kind: late ? 'refund-started' : 'cancellation' });
}

beforeAll(() => notify.start(), 60_000);
afterAll(() => notify.stop());

it('B2-565 whoever has a booking when the concert is cancelled is told the right thing once, or rightly nothing, in every state', async () => {
  expect(new Set(CASES.map(({ status }) => status))).toEqual(new Set(BOOKING_STATUSES));
  const people = await Promise.all(CASES.map(async (one) => ({ ...one, email: await happens(one) })));
  const owner = notify.person('organiser');
  notify.answers.set('/api/concert', { ...CONCERT, state: 'cancelled' });
  // Whoever is told with their money is left out of the run, so their mails are there before its people are counted.
  const byFact = CASES.filter(({ follows }) => follows !== 'nothing' && !TOLD_BY_RUN.has(follows)).length;
  await until('the facts are heard', () => notify.mails().countDocuments(), byFact);
  const { items } = (await notify.ask('GET', '/api/message-runs/ready-made', { who: owner })).body as { items: { purpose: string }[] };
  const body = items.find(({ purpose }) => purpose === 'cancellation');
  const run = (await notify.ask('POST', '/api/message-runs', { who: owner, body })).body as MessageRunView;
  const start = { version: run.version, confirmation: confirmationOf(run.count) };
  expect((await notify.ask('POST', `/api/message-runs/${run.id}/start`, { who: owner, body: start })).body).toMatchObject({
    state: 'running',
    count: CASES.filter(({ follows }) => TOLD_BY_RUN.has(follows)).length,
  });
  const expected = people.reduce((sum, { follows }) => sum + TOLD[follows].length, 0);
  await until('every email has gone', () => notify.mails().countDocuments({ state: 'accepted' }), expected, { withinMs: 30_000 });
  for (const { what, follows, email } of people) {
    const texts = notify.received(email).map(({ text }) => text ?? '');
    expect([what, texts.length]).toEqual([what, TOLD[follows].length]);
    for (const [at, words] of TOLD[follows].entries()) expect(texts[at]).toMatch(words);
    expect([what, texts.filter((text) => /reserve your seat again|time to pay|seats had gone/i.test(text))]).toEqual([what, []]);
  }
  expect(await notify.mails().countDocuments({ state: { $ne: 'accepted' } })).toBe(0);
});

it('B2-565 a payment that is not taken while nothing can be reserved leads to the site, and not to a form that is closed', async () => {
  const { bookingId, email } = notify.booking({ status: 'expired', tickets: [], concert: { ...CONCERT_OF_MAIL, closed: 'postponed' } });
  await notify.tell(bookingReleasedV1, bookingId, { ...bookingFact(bookingId), outcome: 'expired', paymentPageOpened: true });
  await notify.accepted({ bookings: bookingId });
  const [mail] = notify.received(email);
  expect(mail!.text).toContain('Open the concert site');
  expect(mail!.text).not.toContain('Reserve your seat again');
});
