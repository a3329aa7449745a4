import { randomUUID } from 'node:crypto';
import { MAX_SCANS_TOGETHER } from '@concert/contracts/booking/door';
import { scanOf, valueOf } from '@concert/test-kit/site-client';
import { untilBookingIs, type MadeBooking } from './buying.ts';
import { MESSAGES, type Person } from './cast.ts';
import type { Stage } from './stage.ts';

/** Sends money back: some of it arrives, some is refused by the buyer's bank; then buyers are told. @returns how often */
export async function sendMoneyBack({ organiser, organiserEmail: email }: Stage, made: readonly MadeBooking[]): Promise<number> {
  const sent = made.filter(({ story }) => story === 'refunded' || story === 'refund failed');
  for (const { id } of sent)
    valueOf('A refund', await organiser.payment.triggerRefund({ body: { id, email } }, { idempotencyKey: randomUUID() }));
  for (const { id, story } of sent) await untilBookingIs(organiser, id, story === 'refunded' ? 'refunded' : 'refund_failed');
  valueOf('Telling of refunds', await organiser.payment.sendRefundIssued({ body: { email } }));
  return sent.length;
}

/** A guest's entry. */
interface MadeEntry {
  readonly id: string;
  readonly group: 'h' | 'v' | 'f';
}

/** Adds guests to the three groups in turn until their allotments are used up; the last one is taken off again. */
export async function inviteGuests({ organiser, organiserEmail: email }: Stage, guests: readonly Person[]): Promise<MadeEntry[]> {
  const { addFamilyMember: h, addVip: v, addFriendOrFamily: f, revokeComplimentary } = organiser.booking;
  const forms = Object.entries({ h, v, f }) as [MadeEntry['group'], typeof h][];
  const made: MadeEntry[] = [];
  for (const [index, { name, lastname, email: email2, phoneno }] of guests.entries()) {
    const [group, add] = forms[index % forms.length]!;
    const body = { email, name: `${name} ${lastname}`, email2, phoneno, notickets: 1 + (index % 2), second_entry: true };
    const added = await add({ body }, { idempotencyKey: randomUUID() });
    if (!added.ok && added.problem.code === 'booking.allotment_exhausted') continue;
    made.push({ id: valueOf('A guest', added).id, group });
  }
  const last = made.pop();
  if (last) valueOf('Revoking an entry', await revokeComplimentary({ params: { entryId: last.id } }));
  return made;
}

/** Visitors write to the organisers. */
export async function writeToOrganisers({ visitor: { notify } }: Stage, people: readonly Person[]): Promise<number> {
  for (const [index, words] of MESSAGES.entries()) {
    const { name, lastname, email } = people[index]!;
    const body = { name: `${name} ${lastname}`, email, ...words };
    valueOf('A message', await notify.sendContactMessage({ body }, { idempotencyKey: randomUUID() }));
  }
  return MESSAGES.length;
}

/**
 * Lets about a third of those come who have tickets, by two doors; one ticket comes twice while a door has no network, one
 * comes twice before the same door, and one code is no ticket. @returns who is inside, undefined while the door is closed
 */
export async function openDoors(
  { organiser: { booking } }: Stage,
  made: readonly MadeBooking[],
  entries: readonly MadeEntry[],
): Promise<number | undefined> {
  if (valueOf('The door', await booking.showDoor()).concert.closed) return undefined;
  const codes: string[] = [];
  for (const { id } of made.filter(({ story }) => story === undefined).filter((_, index) => index % 3 === 0)) {
    const { tickets = [] } = valueOf('A booking', await booking.showBooking({ params: { bookingId: id } }));
    codes.push(...tickets.map(({ code }) => code));
  }
  for (const { id, group } of entries.filter((_, index) => index % 3 === 0)) {
    const [entry] = valueOf('An entry', await booking.showComplimentaryDetails({ body: { reference: id, reference2: null, catg: group } }));
    codes.push(...(entry?.tickets ?? []).map(({ code }) => code));
  }
  const scans = codes.map((code, index) => scanOf(code, index % 4 === 3 ? 'West door' : 'Main door'));
  if (codes[0] !== undefined) {
    const offline = { ...scanOf(codes[0], 'West door'), admittedOffline: true };
    scans.push(offline, scanOf(codes.at(-1)!), scanOf('a bar code of a cinema'));
  }
  let inside = 0;
  for (let from = 0; from < scans.length; from += MAX_SCANS_TOGETHER)
    ({ inside } = valueOf('Scans', await booking.scan({ body: { scans: scans.slice(from, from + MAX_SCANS_TOGETHER) } })));
  return inside;
}
