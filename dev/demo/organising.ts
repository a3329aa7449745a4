import { randomUUID } from 'node:crypto';
import type { ScanRefusal } from '@concert/contracts/booking/door';
import { MAX_SCANS_TOGETHER } from '@concert/contracts/booking/door';
import { until } from '@concert/test-kit/until';
import { valueOf } from '@concert/test-kit/site-client';
import { untilBookingIs, isDisputed, type MadeBooking } from './buying.ts';
import { DEMO_PATIENCE, type Stage } from './stage.ts';
import type { PlannedGuest, Story } from './stories.ts';

const withStory = (made: readonly MadeBooking[], ...stories: readonly Story[]): MadeBooking[] =>
  made.filter(({ story }) => stories.includes(story));

/** Sends money back: some of it arrives, some waits at the provider, some is refused by the buyer's bank; then buyers are told. */
export async function sendMoneyBack(stage: Stage, made: readonly MadeBooking[]): Promise<number> {
  const { organiser, organiserEmail: email } = stage;
  const send = async (id: string) =>
    valueOf('A refund', await organiser.payment.triggerRefund({ body: { id, email } }, { idempotencyKey: randomUUID() }));
  const waiting = withStory(made, 'refund waits');
  await stage.atProvider('/_admin/faults', { refundOutcome: 'pending' });
  try {
    for (const { id } of waiting) {
      await send(id);
      await until(
        `the refund of ${id} waits at the provider`,
        async () => valueOf('Refunds', await organiser.payment.showRefundRows({ query: { ids: id } })).items[0]?.refund?.state,
        'pending',
        DEMO_PATIENCE,
      );
    }
  } finally {
    await stage.atProvider('/_admin/faults', { refundOutcome: 'by_card' });
  }
  const sent = withStory(made, 'refunded', 'refund failed');
  for (const { id } of sent) await send(id);
  for (const { id, story } of sent) await untilBookingIs(organiser, id, story === 'refunded' ? 'refunded' : 'refund_failed');
  valueOf('Telling of refunds', await organiser.payment.sendRefundIssued({ body: { email } }));
  return waiting.length + sent.length;
}

/** Banks decide disputes, and an organiser frees the seats of one that was lost. */
export async function decideDisputes(stage: Stage, made: readonly MadeBooking[]): Promise<number> {
  const disputed = withStory(made, 'disputed', 'dispute won', 'dispute lost', 'charged back');
  for (const { id, story } of disputed) {
    await isDisputed(stage.organiser, id, 'open');
    if (story === 'disputed') continue;
    const action = story === 'dispute won' ? 'won' : 'lost';
    await stage.atProvider('/_admin/disputes', { charge: await stage.chargeOf(id), action });
    await isDisputed(stage.organiser, id, action);
    if (story === 'charged back') valueOf('Freeing lost seats', await stage.organiser.booking.freeLostSeats({ params: { bookingId: id } }));
  }
  return disputed.length;
}

/** Finds bounced ticket mails and sends them to the addresses that were meant. */
export async function correctAddresses(stage: Stage, made: readonly MadeBooking[]): Promise<number> {
  const wrong = withStory(made, 'address corrected');
  for (const { id, person } of wrong) {
    const [mail] = await until(
      `the mail of ${id} has bounced`,
      async () => valueOf('Mails', await stage.organiser.notify.listMails({ query: { booking: id } })).items,
      (mails) => mails[0]?.delivery === 'bounced',
      DEMO_PATIENCE,
    );
    const body = { email: person.email.replace(/^bounce\./, '') };
    valueOf(
      'Sending a mail again',
      await stage.organiser.notify.resendMail({ params: { mailId: mail!.id }, body }, { idempotencyKey: randomUUID() }),
    );
  }
  return wrong.length;
}

/** A guest's entry. */
interface MadeEntry {
  readonly id: string;
  readonly group: PlannedGuest['group'];
}

/** Adds guests to the three groups until their allotments are used up; one changes their mind and is taken off again. */
export async function inviteGuests(stage: Stage, guests: readonly PlannedGuest[]): Promise<MadeEntry[]> {
  const { addFamilyMember: h, addVip: v, addFriendOrFamily: f, revokeComplimentary } = stage.organiser.booking;
  const forms = { h, v, f };
  const made: MadeEntry[] = [];
  for (const [index, { person, group, notickets }] of guests.entries()) {
    const body = {
      email: stage.organiserEmail,
      name: `${person.name} ${person.lastname}`,
      email2: index === 1 ? `bounce.${person.email}` : person.email,
      phoneno: person.phoneno,
      notickets,
      second_entry: true,
    };
    const added = await forms[group]({ body }, { idempotencyKey: randomUUID() });
    if (!added.ok && added.problem.code === 'booking.allotment_exhausted') continue;
    const { id } = valueOf('A guest', added);
    if (index === guests.length - 1) valueOf('Revoking an entry', await revokeComplimentary({ params: { entryId: id } }));
    else made.push({ id, group });
  }
  return made;
}

/** What the doors decided. */
interface Evening {
  readonly inside: number;
  readonly refused: Partial<Record<ScanRefusal, number>>;
}

/**
 * Lets about a third of those come who have tickets, by two doors; one ticket comes twice while a door has no network, one
 * comes twice before the same door, and one code is no ticket. @returns undefined while the door is closed
 */
export async function openDoors(stage: Stage, made: readonly MadeBooking[], entries: readonly MadeEntry[]): Promise<Evening | undefined> {
  const { booking } = stage.organiser;
  if (valueOf('The door', await booking.showDoor()).concert.closed) return undefined;
  const coming = withStory(made, 'paid', 'dispute won').filter((_, index) => index % 3 === 0);
  const codes: string[] = [];
  for (const { id } of coming) {
    const { tickets = [] } = valueOf('A booking', await booking.showBooking({ params: { bookingId: id } }));
    codes.push(...tickets.map(({ code }) => code));
  }
  for (const { id, group } of entries.filter((_, index) => index % 3 === 0)) {
    const body = { reference: id, reference2: null, catg: group };
    const [entry] = valueOf('An entry', await booking.showComplimentaryDetails({ body }));
    codes.push(...(entry?.tickets ?? []).map(({ code }) => code));
  }
  const scanAt = (door: string, code: string, admittedOffline = false) => ({
    scanId: randomUUID(),
    code,
    scannedAt: new Date().toISOString(),
    door,
    admittedOffline,
  });
  const scans = codes.map((code, index) => scanAt(index % 4 === 3 ? 'West door' : 'Main door', code));
  if (codes[0] !== undefined)
    scans.push(scanAt('West door', codes[0], true), scanAt('Main door', codes.at(-1)!), scanAt('Main door', 'a bar code of a cinema'));
  const refused: Partial<Record<ScanRefusal, number>> = {};
  let inside = 0;
  for (let from = 0; from < scans.length; from += MAX_SCANS_TOGETHER) {
    const decided = valueOf('Scans', await booking.scan({ body: { scans: scans.slice(from, from + MAX_SCANS_TOGETHER) } }));
    inside = decided.inside;
    for (const { reason } of decided.results) if (reason !== undefined) refused[reason] = (refused[reason] ?? 0) + 1;
  }
  return { inside, refused };
}

/** Compares bookings, ledger and provider, so that the screen of the money check has something to show. */
export async function checkMoney(stage: Stage): Promise<void> {
  valueOf('The money check', await stage.organiser.payment.checkMoney());
}
