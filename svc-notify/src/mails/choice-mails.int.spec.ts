import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ChoiceMail } from '@concert/contracts/booking/choices';
import { choiceChangedV1, returningChangedV1, waitingChangedV1 } from '@concert/contracts/booking/events';
import type { BookingId } from '@concert/contracts/core/ids';
import { ofLength, until } from '@concert/test-kit/until';
import { CONCERT_OF_MAIL, newId, RunningNotify } from '../running-notify.harness.ts';
import { MAX_CHOICE_MAILS } from './mail-facts.handler.ts';

const notify = new RunningNotify();
beforeAll(() => notify.start());
afterAll(() => notify.stop());

/** Facts of this file, without repeats. */
let told = 0;

type What = NonNullable<ChoiceMail['choice']>;

/** Somebody chooses, and svc-booking tells of it. */
function choose(
  bookingId: BookingId,
  choice: What,
  { times = 1, toConfirm }: { times?: number; toConfirm?: ChoiceMail['toConfirm'] } = {},
) {
  notify.answers.set(`/internal/choice-mails/${bookingId}`, {
    ...{ bookingId, seating: 'General Seating', state: 'open', tickets: [1, 2], companions: [], moneyBack: [2_500, 5_000], choice },
    ...(toConfirm ? { toConfirm } : {}),
    concert: CONCERT_OF_MAIL,
    postponement: {
      ...{ dateToFollow: true, postponedAt: '2027-01-10T12:00:00.000Z', chooseUntil: '2027-02-01T04:59:00.000Z', silence: 'keep' },
    },
    name: 'Meera Raghavan',
    email: emailOf(bookingId),
    url: `http://localhost:8080/choose?ref=${bookingId}&ref2=C1.secret`,
  });
  told += 1;
  return notify.tell(choiceChangedV1, bookingId, { bookingId }, times);
}
const emailOf = (bookingId: string) => `chooser.${bookingId}@example.org`;
const received = (bookingId: string) => notify.received(emailOf(bookingId));
const got = (bookingId: string, count: number) =>
  until(`${count} emails came`, () => received(bookingId), ofLength(count), { withinMs: 20_000 });
/** A fact that is being handled waits in no queue any more, so this looks at what was handled. */
const handled = () =>
  until(
    'the facts were handled',
    () => notify.database.collection<{ _id: string }>('inbox').countDocuments({ _id: /^send-choices:/ }),
    told,
    { withinMs: 20_000 },
  );

describe('a changed choice', () => {
  it('B2-577 is mailed to the buyer, once however often it is told, with what counts and what waits to be confirmed', async () => {
    const bookingId = newId('booking');
    await choose(bookingId, { giveBack: [2], gifts: 0 }, { times: 3 });
    const [mail] = await got(bookingId, 1);
    expect([mail!.subject, mail!.to.map(({ email }) => email)]).toEqual([
      'Your choice is saved: MUSIC FOR MEDITATION CONCERT',
      [emailOf(bookingId)],
    ]);
    expect(mail!.text).toContain('ticket 2 returned, and the money is refunded to the card you paid with');
    await choose(
      bookingId,
      { giveBack: [2], gifts: 0 },
      { toConfirm: { giveBack: [1, 2], gifts: 2, chosenAt: '2027-01-20T12:00:00.000Z' } },
    );
    const [asking] = await got(bookingId, 2);
    expect(asking!.subject).toContain('Please confirm your choice');
    expect(asking!.text).toContain(`/choose?ref=${bookingId}&ref2=C1.secret`);
    await handled();
    expect(received(bookingId)).toHaveLength(2);
  });
});

it('B2-577 of many changes each is mailed once, ten in an hour of one booking; then one email leads to what holds', async () => {
  const { bookingId, email } = notify.booking();
  const subjects = (count: number) =>
    until(`${count} emails came`, () => notify.received(email).map(({ subject }) => subject), ofLength(count), { withinMs: 20_000 });
  for (let change = 0; change < MAX_CHOICE_MAILS + 5; change += 1) {
    await notify.tell(returningChangedV1, bookingId, { bookingId, tickets: change === 0 ? [2] : [] }, 2);
    told += 1;
  }
  await handled();
  expect(await subjects(MAX_CHOICE_MAILS)).toContain('You give 1 ticket back: MUSIC FOR MEDITATION CONCERT');
  await until('one waits', () => notify.mails().countDocuments({ subjectId: bookingId, state: 'waiting' }), 1);
  const other = newId('booking');
  await choose(other, { giveBack: [1], gifts: 0 });
  await got(other, 1);
  notify.clock.advance({ hours: 1 });
  expect(await subjects(MAX_CHOICE_MAILS + 1)).toContain('See which tickets you give back: MUSIC FOR MEDITATION CONCERT');
});

it('whoever waits for seats is told of the place, the offer and its end, once each; of an offer that was taken meanwhile not', async () => {
  const waitingId = newId('waiting');
  const email = `waiter.${waitingId}@example.org`;
  const offer = { bookingId: newId('booking'), seating: 'General Seating', amount: { amountMinor: 5_000, currency: 'USD' } };
  const [url, leaveUrl] = ['http://localhost:8080/waiting', `http://localhost:8080/waiting?ref=${waitingId}&ref2=C1.secret`];
  const tell = (what: 'joined' | 'offered' | 'missed', over: object) => {
    const place = { id: waitingId, seats: 2, seating: 'any', before: 3, name: 'Meera', email, concert: CONCERT_OF_MAIL, url, leaveUrl };
    notify.answers.set(`/internal/waiting-mails/${waitingId}`, { ...place, ...over });
    return notify.tell(waitingChangedV1, waitingId, { waitingId, what }, 2);
  };
  const mails = (count: number) => until(`${count} emails came`, () => notify.received(email), ofLength(count), { withinMs: 20_000 });
  await tell('joined', { state: 'waiting' });
  expect((await mails(1))[0]!.headers['List-Unsubscribe']).toBe(`<${leaveUrl.replace('/waiting?', '/api/waiting/one-click?')}>`);
  await tell('offered', { state: 'bought' });
  await until('it is given up', () => notify.mails().countDocuments({ subjectId: waitingId, state: 'given_up', trouble: false }), 1);
  await tell('offered', { state: 'offered', offer: { ...offer, endsAt: '2099-01-10T12:00:00.000Z' } });
  await mails(2);
  await tell('missed', { state: 'missed' });
  const told = [/^You are on the waiting list/, /^2 seats for you until/, /^The offer has ended/].map((words) =>
    expect.stringMatching(words),
  );
  expect((await mails(3)).map(({ subject }) => subject)).toEqual(expect.arrayContaining(told));
});
