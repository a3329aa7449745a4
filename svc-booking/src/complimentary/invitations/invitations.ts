import { GROUP_NAMES } from '@concert/contracts/booking/complimentary';
import { seatsInWords } from '@concert/contracts/booking/counts-in-words';
import { invitationIssuedV1 } from '@concert/contracts/booking/events';
import type { InvitationMail, InvitationShown, invitationRoutes } from '@concert/contracts/booking/invitations';
import { emailKey } from '@concert/contracts/core/fields';
import type { Identity } from '@concert/contracts/core/identity';
import { idSchema, type UserId } from '@concert/contracts/core/ids';
import type { AnswerOf, CallOf } from '@concert/contracts/core/route';
import { lastMinuteOf } from '@concert/contracts/core/zoned-time';
import { createTimeCursor } from '@concert/service-kit/http/cursor';
import type { NamedPeopleLimit } from '@concert/service-kit/identity/named-people';
import type { Outbox } from '@concert/service-kit/messages/outbox';
import type { Clock, Ids } from '@concert/service-kit/process/clock';
import { DomainError } from '@concert/service-kit/process/errors';
import type { Idempotency } from '@concert/service-kit/store/idempotency';
import type { ClientSession, Transactions } from '@concert/service-kit/store/mongo';
import type { AuditLog } from '../../audit-log/audit-log.ts';
import { KeyedQueue } from '../../bookings/keyed-queue.ts';
import type { AddEntries } from '../add-entries.ts';
import type { MongoAllotments } from '../mongo-allotments.ts';
import type { MongoEntries } from '../mongo-entries.ts';
import type { Concert } from '../../concert/concert.ts';
import { concertOfMail } from '../../concert/concert-of-mail.ts';
import { fieldRefusal } from '../../concert/field-refusal.ts';
import type { MongoConcert } from '../../concert/mongo-concert.ts';
import { canBeUndone } from '../../concert/stop-evening.ts';
import type { LinkPurpose, TicketSigner } from '../../tickets/ed25519-ticket-signer.ts';
import { isEveningOver, openUntil, remindAtOf, stateOf, type Invitation, type InvitationId } from './invitation.ts';
import type { MongoInvitations } from './mongo-invitations.ts';

/** Rows of a page, and invitations that one beat looks at. */
const PAGE = 50;
const AT_ONCE = 200;
const EVER = new Date(8_640_000_000_000_000);
const pages = createTimeCursor(idSchema('invitation'));

type Call<N extends keyof typeof invitationRoutes> = CallOf<(typeof invitationRoutes)[N]>;

/** Makes, shows and ends invitations, and lets whoever holds a link claim. Their seats are out of the allotment from the first moment to the last. */
export class Invitations {
  /** Claims of one link come together, when its inviter has sent it to everybody. */
  private readonly queue = new KeyedQueue(1_000);

  constructor(
    private readonly invitations: MongoInvitations,
    private readonly entries: MongoEntries,
    private readonly allotments: MongoAllotments,
    private readonly addEntries: AddEntries,
    private readonly concert: MongoConcert,
    private readonly signer: TicketSigner,
    private readonly transactions: Transactions,
    private readonly outbox: Outbox,
    private readonly idempotency: Idempotency,
    private readonly audit: AuditLog,
    private readonly named: NamedPeopleLimit,
    private readonly publicOrigin: string,
    private readonly clock: Clock,
    private readonly ids: Ids,
  ) {}

  /**
   * Makes a link for an inviter, or invites guests; whoever has an entry or an open invitation in the group is left out. All or none.
   * @throws DomainError `booking.allotment_exhausted`, `booking.concert_cancelled`, `request.invalid` for a day that is over
   */
  async invite(wanted: Call<'invite'>['body'], who: Identity, key: string) {
    const attempt = this.idempotency.attempt(who.userId, 'invite', key, wanted);
    return this.idempotency.onceIn(this.transactions, attempt, async (transaction) => {
      const { group } = wanted;
      const now = this.clock.now();
      const until = untilOf(wanted.lastDay, await this.concert.current(transaction), now);
      const rows = wanted.for === 'guests' ? wanted.rows : [];
      const keys = rows.map(({ email2 }) => emailKey(email2));
      const known = (await this.invitations.ofGuest(keys, group, transaction)).map(({ guest }) => guest!.emailKey);
      const guests = await this.addEntries.unknown(group, rows, known, transaction);
      const made = (over: Pick<Invitation, 'label' | 'guest' | 'rest' | 'seats'>): Invitation => ({
        ...{ id: this.ids.next('invitation'), group, claimed: 0, until, createdBy: who.userId, createdAt: now, ...over },
        ...(over.guest ? { remindAt: remindAtOf({ createdAt: now, until }) } : {}),
      });
      const invitations =
        wanted.for === 'inviter'
          ? [made({ label: wanted.label, seats: wanted.seats, ...(wanted.rest ? { rest: wanted.rest } : {}) })]
          : guests.map(({ name, email2: email, phoneno, notickets: seats }) =>
              made({ guest: { name, email, emailKey: emailKey(email), phoneno }, seats }),
            );
      const seats = invitations.reduce((sum, one) => sum + one.seats, 0);
      await this.addEntries.take(group, seats, transaction);
      await this.invitations.add(invitations, transaction);
      const invited = invitations.filter(({ guest }) => guest);
      await this.outbox.record(
        transaction,
        invited.map(({ id }) => this.outbox.fact(invitationIssuedV1, id, 1, { invitationId: id, reminder: false })),
      );
      const counts = { made: invitations.length, skipped: rows.length - invited.length, seats };
      await this.audit.record(transaction, who.userId, now, {
        act: 'invitation.made',
        subject: { kind: 'complimentary-group', id: group },
        detail: { group: GROUP_NAMES[group], for: wanted.for, ...counts },
      });
      return { ...counts, ...(wanted.for === 'inviter' ? { id: invitations[0]!.id } : {}) };
    });
  }

  /** Ends one; what nobody claimed is free, once. @throws DomainError `booking.invitation_not_found` */
  async end(id: InvitationId, who: Identity): Promise<void> {
    await this.transactions.run(async (transaction) => {
      if (!(await this.invitations.byId(id, transaction))) throw new DomainError('booking.invitation_not_found');
      await this.close(id, transaction, who.userId);
    });
  }

  /** One beat: ends what is over, all where the evening is, and reminds guests. */
  async run(): Promise<void> {
    const now = this.clock.now();
    const concert = await this.concert.current();
    // A stop that is undone brings its invitations back.
    const until = isEveningOver(concert, now) && !canBeUndone(concert.stop, now) ? EVER : now;
    for (const { id } of await this.invitations.over(until, AT_ONCE))
      await this.transactions.run((transaction) => this.close(id, transaction));
    for (const { id } of await this.invitations.toRemind(now, AT_ONCE))
      await this.transactions.run(async (transaction) => {
        if (!(await this.invitations.reminded(id, transaction))) return;
        await this.outbox.record(transaction, [this.outbox.fact(invitationIssuedV1, id, 2, { invitationId: id, reminder: true })]);
      });
  }

  /** Ends the invitations of an address, as its key, and takes its guest out of them. */
  async forget(key: string): Promise<void> {
    for (const { id } of await this.invitations.ofGuest(key))
      await this.transactions.run(async (transaction) => {
        await this.close(id, transaction);
        await this.invitations.forgetGuest(id, transaction);
      });
  }

  /** Of a group, newest first, without their secrets. @throws DomainError `request.invalid` for a foreign cursor, `request.sign_in_again` for too many people */
  async list(
    { group, cursor, limit = PAGE }: Call<'listInvitations'>['query'],
    who: Identity,
  ): Promise<AnswerOf<typeof invitationRoutes.listInvitations>> {
    const found = await this.invitations.list(group, pages.after(cursor), limit + 1);
    const { items, next } = pages.page(found, limit, ({ createdAt: at, id }) => ({ at, id }));
    const claims = await this.entries.claimed(items.map(({ id }) => id));
    const people = [...claims, ...items.filter(({ guest }) => guest)].map(({ id }) => id);
    await this.named.note(who, people);
    const concert = await this.concert.current();
    const shown = claims.map(({ invitationId, id, name, email: email2, tickets: notickets, status }) => ({
      of: invitationId,
      claim: { id, name, email2, notickets, status },
    }));
    return {
      items: items.map((one) => ({
        ...{ ...this.view(one, concert), seats: one.seats, claimed: one.claimed, rest: one.rest, email: one.guest?.email },
        claims: shown.flatMap(({ of, claim }) => (of === one.id ? [claim] : [])),
      })),
      next,
    };
  }

  /** @throws DomainError `booking.invitation_not_found` without its secret */
  async show(id: InvitationId, secret: string | undefined): Promise<InvitationShown> {
    const found = await this.opened(id, secret);
    const concert = await this.concert.current();
    const { guest, seats, claimed } = found;
    return { ...this.view(found, concert), personal: guest !== undefined, left: seats - claimed, concert: concertOfMail(concert) };
  }

  /** What the mails to its guest say. @throws DomainError `booking.invitation_not_found` */
  async mail(id: InvitationId): Promise<InvitationMail> {
    const email = (await this.invitations.byId(id))?.guest?.email;
    if (email === undefined) throw new DomainError('booking.invitation_not_found');
    const quietUrl = `${this.publicOrigin}/api/invitation-links/${id}/one-click?ref2=${this.signer.capability({ id }, 'quiet')}`;
    return { ...(await this.show(id, this.signer.capability({ id }))), email, url: this.url(id), quietUrl };
  }

  /** Where whoever was invited claims. */
  url(id: InvitationId): string {
    return `${this.publicOrigin}/invitation?ref=${id}&ref2=${this.signer.capability({ id })}`;
  }

  /** Its guest wants no reminder. @throws DomainError `booking.invitation_not_found` */
  async quiet(id: InvitationId, secret: string | undefined): Promise<void> {
    await this.opened(id, secret, 'quiet');
    await this.invitations.reminded(id);
  }

  /**
   * Claims tickets, in one conditional write, or answers no. The one guest answers once, and what they leave goes back to the allotment;
   * by an inviter's link each email claims once.
   * @throws DomainError `booking.invitation_not_found`, `booking.invitation_answered`, `booking.invitation_over`, `booking.invitation_full`
   */
  async claim(id: InvitationId, { ref2, claim, tickets }: Call<'claimInvitation'>['body'], key: string) {
    const { guest } = await this.opened(id, ref2);
    const claimed =
      guest && tickets !== undefined
        ? { name: guest.name, email2: guest.email, phoneno: guest.phoneno, notickets: tickets }
        : !guest && claim && { ...claim, phoneno: '' };
    if (!claimed) throw new DomainError('request.invalid');
    const { notickets, email2 } = claimed;
    const attempt = this.idempotency.attempt(id, 'claim', key, claimed);
    // Only their transactions wait for each other: many claims that are refused say so at once.
    const inTurn = { run: <T>(work: (transaction: ClientSession) => Promise<T>) => this.queue.run(id, () => this.transactions.run(work)) };
    return this.idempotency.onceIn(inTurn, attempt, async (transaction) => {
      const now = this.clock.now();
      const before = await this.invitations.byId(id, transaction);
      if (before?.answer || (await this.entries.claimed([id], email2, transaction)).length > 0)
        throw new DomainError('booking.invitation_answered');
      const state = before && stateOf(before, await this.concert.current(transaction), now);
      const answer = guest && (notickets > 0 ? 'yes' : 'no');
      const after = state === 'over' ? undefined : await this.invitations.claim(id, notickets, answer, now, transaction);
      if (!before || state === 'over') throw new DomainError('booking.invitation_over');
      const left = before.seats - before.claimed;
      if (!after) throw new DomainError('booking.invitation_full', { detail: `${seatsInWords(left)} left in this invitation` });
      if (answer) await this.allotments.giveBack(after.group, after.seats - after.claimed, 'group', transaction);
      if (notickets > 0) await this.addEntries.enter(after.group, [claimed], after.createdBy, transaction, id);
      const detail = { group: GROUP_NAMES[after.group], tickets: notickets };
      // On behalf of whoever made it: the guest is no account, and their network address is nobody's to keep.
      const act = { actor: after.createdBy, act: 'invitation.claimed', subject: { kind: 'invitation', id }, at: now.toISOString(), detail };
      await this.audit.append(transaction, act, 'svc-booking');
      return { tickets: notickets };
    });
  }

  private async opened(id: InvitationId, secret: string | undefined, purpose?: LinkPurpose): Promise<Invitation> {
    const opens = secret !== undefined && this.signer.opens({ id }, secret, purpose);
    const found = opens ? await this.invitations.byId(id) : undefined;
    if (!found) throw new DomainError('booking.invitation_not_found');
    return found;
  }

  private view(invitation: Invitation, concert: Concert) {
    const { id, label, guest, until, answer } = invitation;
    const state = stateOf(invitation, concert, this.clock.now());
    return { id, name: label ?? guest?.name ?? '', until: until.toISOString(), state, ...(answer ? { answer } : {}) };
  }

  /** Ends one, and frees what nobody claimed. @param by who ended it by hand; a sale that grows by itself is written down on behalf of whoever said so */
  private async close(id: InvitationId, transaction: ClientSession, by?: UserId): Promise<void> {
    const now = this.clock.now();
    const ended = await this.invitations.end(id, now, transaction);
    if (!ended) return;
    const { group, rest: goesTo = 'group', createdBy } = ended;
    const tickets = ended.seats - ended.claimed;
    await this.allotments.giveBack(group, tickets, goesTo, transaction);
    if (!by && (goesTo === 'group' || tickets === 0)) return;
    await this.audit.record(transaction, by ?? createdBy, now, {
      act: 'invitation.ended',
      subject: { kind: 'invitation', id },
      detail: { group: GROUP_NAMES[group], tickets, goesTo },
    });
  }
}

function untilOf(lastDay: string, concert: Concert, now: Date): Date {
  if (concert.state === 'cancelled') throw new DomainError('booking.concert_cancelled');
  const lastMinute = lastMinuteOf(lastDay, concert.timeZone);
  const until = lastMinute && openUntil(lastMinute, concert);
  if (!until || until <= now)
    throw fieldRefusal({ pointer: '/lastDay', field: 'lastDay', detail: 'Last day must lie ahead, and before the concert' });
  return until;
}
