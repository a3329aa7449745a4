import { COMPLIMENTARY_CATEGORIES, ENTRY_STATUSES } from '@concert/contracts/booking/complimentary';
import { TICKET_STATES, type ListedTicket } from '@concert/contracts/booking/door';
import { INVITATION_STATES } from '@concert/contracts/booking/invitations';
import { RETURN_STATES } from '@concert/contracts/booking/partial-returns';
import { BOOKING_STATUSES, DISPUTE_STATES } from '@concert/contracts/booking/states';
import { WAITING_STATES } from '@concert/contracts/booking/waiting';
import { CONTACT_STATES } from '@concert/contracts/notify/contact';
import { MAIL_STATES } from '@concert/contracts/notify/http';
import { MESSAGE_RUN_STATES } from '@concert/contracts/notify/message-runs';
import { REFUND_STATES } from '@concert/contracts/payment/refunds';
import { Failure } from '@concert/machine-kit/failure';
import { valueOf } from '@concert/test-kit/site-client';
import type { FourDatabases } from '../system/databases.ts';
import type { Stage } from './stage.ts';

/** @returns a line for each kind @throws Failure naming each state of a contract that is missing in a house */
export async function statesIn(
  { organiser }: Stage,
  { booking, payment, notify }: FourDatabases,
  door: readonly ListedTicket[],
): Promise<string[]> {
  const bookings = booking.collection('reserve-your-seat');
  const returns = bookings.aggregate([{ $unwind: '$returns' }, { $group: { _id: { $last: '$returns.steps.step' } } }]);
  const groups = await Promise.all(COMPLIMENTARY_CATEGORIES.map((group) => organiser.booking.listInvitations({ query: { group } })));
  const invitations = groups.flatMap((page) => valueOf('Invitations', page).items);
  const runs = valueOf('The messages', await organiser.notify.listMessageRuns({ query: {} })).items;
  const contacts = valueOf('Contact messages', await organiser.notify.listContactMessages({ query: {} })).items;
  const admissions = await booking.collection('admissions').distinct('takenBack');
  const looks: readonly (readonly [what: string, wanted: readonly string[], found: readonly unknown[]])[] = [
    ['booking', BOOKING_STATUSES, await bookings.distinct('status')],
    ['dispute', DISPUTE_STATES, await bookings.distinct('dispute.state')],
    ['return', RETURN_STATES, (await returns.toArray()).map(({ _id }) => _id as unknown)],
    ['ticket given back', ['waits'], (await bookings.distinct('returning')).map(() => 'waits')],
    // Refunds are planned only while an evening is cancelled, at which no door opens: that is another house.
    ['refund', REFUND_STATES.filter((state) => state !== 'planned'), await payment.collection('refunds').distinct('status')],
    ['payment page', ['pending'], await payment.collection('payment-sessions').distinct('status')],
    ['place in the waiting list', WAITING_STATES, await booking.collection('waiting').distinct('state')],
    ['invitation', [...INVITATION_STATES, 'yes', 'no'], invitations.flatMap(({ state, answer }) => [state, answer])],
    ['guest', ENTRY_STATUSES, await booking.collection('complimentary-entries').distinct('status')],
    ['ticket', [...TICKET_STATES, 'inside'], door.flatMap(({ state, insideAt }) => [state, insideAt && 'inside'])],
    ['admission', ['taken back'], admissions.map(() => 'taken back')],
    ['message', MESSAGE_RUN_STATES, runs.map(({ state }) => state)],
    ['contact message', CONTACT_STATES, contacts.map(({ answered }) => (answered ? 'answered' : 'open'))],
    ['email', MAIL_STATES, await notify.collection('mails').distinct('state')],
  ];
  const lacking = looks.flatMap(([what, wanted, found]) =>
    wanted.filter((state) => !found.includes(state)).map((state) => `${what} ${state}`),
  );
  if (lacking.length > 0)
    throw new Failure(`The house lacks: ${lacking.join(', ')}.`, 'let somebody come to it in dev/demo/keep.ts, and run this again.');
  return looks.map(([what, wanted]) => `${what}: ${wanted.join(', ')}`);
}
