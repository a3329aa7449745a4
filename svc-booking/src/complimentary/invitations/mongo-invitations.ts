import type { ComplimentaryCategory } from '@concert/contracts/booking/complimentary';
import { ERASED_PERSON } from '@concert/contracts/core/personal-data';
import { olderThan, type TimePosition } from '@concert/service-kit/store/collection';
import type { ClientSession, Connection } from '@concert/service-kit/store/mongo';
import { invitationsCollection, type InvitationDocument } from './invitation.schema.ts';
import type { Invitation, InvitationId } from './invitation.ts';

const OPEN = { endedAt: { $exists: false } } as const;
const { name, email, phone: phoneno } = ERASED_PERSON;

const toInvitation = ({ _id, ...rest }: InvitationDocument): Invitation => ({ id: _id, ...rest });

/** Stores invitations. Each change is one conditional write, so that of two at one moment one happens. */
export class MongoInvitations {
  constructor(private readonly connection: Connection) {}

  async byId(id: InvitationId, transaction?: ClientSession): Promise<Invitation | undefined> {
    const found = await invitationsCollection.readOne(this.connection, { _id: id }, { session: transaction });
    return found && toInvitation(found);
  }

  /** Of a group, newest first. */
  list(group: ComplimentaryCategory, after: TimePosition<InvitationId> | undefined, limit: number): Promise<Invitation[]> {
    return this.read({ group, ...olderThan('createdAt', after) }, { sort: { createdAt: -1, _id: -1 }, limit });
  }

  /** Of guests' addresses, as their keys. @param group open ones of this group only */
  ofGuest(emailKeys: string | readonly string[], group?: ComplimentaryCategory, session?: ClientSession): Promise<Invitation[]> {
    return this.read({ 'guest.emailKey': { $in: [emailKeys].flat() }, ...(group ? { group, ...OPEN } : {}) }, { session });
  }

  /** Open ones whose time is over at `until`, at most so many. */
  over(until: Date, limit: number): Promise<Invitation[]> {
    return this.read({ ...OPEN, until: { $lte: until } }, { limit });
  }

  toRemind(now: Date, limit: number): Promise<Invitation[]> {
    return this.read({ ...OPEN, remindAt: { $lte: now } }, { limit });
  }

  async add(invitations: readonly Invitation[], transaction: ClientSession): Promise<void> {
    await this.invitations.insertMany(
      invitations.map(({ id, ...rest }) => ({ _id: id, ...rest })),
      { session: transaction },
    );
  }

  /** Claims seats of an open one, if it has as many left. An answer ends it. @returns it afterwards; undefined when nothing was claimed */
  claim(
    id: InvitationId,
    tickets: number,
    answer: Invitation['answer'],
    now: Date,
    transaction: ClientSession,
  ): Promise<Invitation | undefined> {
    const enough = { $expr: { $lte: [{ $add: ['$claimed', tickets] }, '$seats'] } };
    const answered = answer ? { $set: { answer, endedAt: now }, $unset: { remindAt: true } } : {};
    return this.change({ _id: id, ...OPEN, until: { $gt: now }, ...enough }, { $inc: { claimed: tickets }, ...answered }, transaction);
  }

  /** @returns it afterwards; undefined when it had ended before */
  end(id: InvitationId, now: Date, transaction: ClientSession): Promise<Invitation | undefined> {
    return this.change({ _id: id, ...OPEN }, { $set: { endedAt: now }, $unset: { remindAt: true } }, transaction);
  }

  /** Notes that its guest was reminded, or wants no reminder. @returns undefined when there was none to come */
  reminded(id: InvitationId, transaction?: ClientSession): Promise<Invitation | undefined> {
    return this.change({ _id: id, ...OPEN, remindAt: { $exists: true } }, { $unset: { remindAt: true } }, transaction);
  }

  async forgetGuest(id: InvitationId, transaction: ClientSession): Promise<void> {
    await this.change({ _id: id }, { $set: { guest: { name, email, emailKey: email, phoneno } } }, transaction);
  }

  private async change(filter: object, update: object, session: ClientSession | undefined): Promise<Invitation | undefined> {
    const options = { returnDocument: 'after', session: session ?? null } as const;
    const found = await this.invitations.findOneAndUpdate(filter, update, options).lean<InvitationDocument>();
    return found ? toInvitation(found) : undefined;
  }

  private async read(filter: Parameters<typeof invitationsCollection.read>[1], options: Parameters<typeof invitationsCollection.read>[2]) {
    return (await invitationsCollection.read(this.connection, filter, options)).map(toInvitation);
  }

  private get invitations() {
    return invitationsCollection.on(this.connection);
  }
}
