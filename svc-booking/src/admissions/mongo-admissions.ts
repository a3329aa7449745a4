import type { TicketId, UserId } from '@concert/contracts/core/ids';
import type { ClientSession, Connection } from '@concert/service-kit/store/mongo';
import { insertNew } from '@concert/service-kit/store/insert-new';
import type { Admission, ArrivalCount, Conflict } from './admission.ts';
import { admissionsCollection, conflictsCollection, type AdmissionDocument } from './admission.schema.ts';

function toAdmission({ _id, over: _over, takenBack: _takenBack, ...rest }: AdmissionDocument): Admission {
  return { ticketId: _id, ...rest };
}

/** Conflicts that are kept of one person at the doors, so that nobody fills the database with them. */
const MAX_CONFLICTS_KEPT = 100;
const MAX_UNDONE = 5;
const INSIDE = { over: { $ne: true } } as const;

/** Stores admissions and door conflicts. */
export class MongoAdmissions {
  constructor(private readonly connection: Connection) {}

  /**
   * Stores each admission whose ticket has none yet: one conditional insert decides, or one conditional update where an admission was taken back.
   * A scan whose own admission was taken back lets nobody in. @returns the tickets that are new
   */
  async admit(admissions: readonly Admission[]): Promise<Set<TicketId>> {
    if (admissions.length === 0) return new Set();
    const isNew = await insertNew(
      admissionsCollection.driver(this.connection),
      admissions.map(({ ticketId, ...rest }) => ({ _id: ticketId, ...rest })),
    );
    const fresh = new Set(admissions.filter((_, index) => isNew[index]).map(({ ticketId }) => ticketId));
    for (const { ticketId, ...rest } of admissions.filter((one) => !fresh.has(one.ticketId))) {
      const { modifiedCount } = await admissionsCollection
        .driver(this.connection)
        .updateOne({ _id: ticketId, over: true, takenBack: { $ne: rest.scanId } }, [
          { $replaceWith: { $mergeObjects: [{ _id: '$_id', takenBack: '$takenBack' }, { $literal: rest }] } },
        ]);
      if (modifiedCount === 1) fresh.add(ticketId);
    }
    return fresh;
  }

  /**
   * Takes back that a scan let somebody in with a ticket.
   * @param own whoever undoes it let them in, and when at the earliest. A ticket is undone so often only, so that nobody fills the audit log
   * @returns the admission; undefined where nobody is inside by that scan
   */
  async takeBack(
    ticketId: TicketId,
    scanId: string,
    transaction: ClientSession,
    own?: { readonly by: UserId; readonly since: Date },
  ): Promise<Admission | undefined> {
    const undo = own && { by: own.by, storedAt: { $gte: own.since }, [`takenBack.${MAX_UNDONE - 1}`]: { $exists: false } };
    const found = await this.admissions
      .findOneAndUpdate(
        { _id: ticketId, scanId, ...INSIDE, ...undo },
        { $set: { over: true }, $push: { takenBack: scanId } },
        { session: transaction },
      )
      .lean<AdmissionDocument>();
    return found ? toAdmission(found) : undefined;
  }

  /** Whether the admission by a scan was taken back before. */
  async wasTakenBack(ticketId: TicketId, scanId: string, transaction: ClientSession): Promise<boolean> {
    return Boolean(await admissionsCollection.readOne(this.connection, { _id: ticketId, takenBack: scanId }, { session: transaction }));
  }

  /** The admissions of these tickets, by ticket. */
  async inside(ticketIds: readonly TicketId[]): Promise<Map<TicketId, Admission>> {
    if (ticketIds.length === 0) return new Map();
    const found = await admissionsCollection.read(this.connection, { _id: { $in: ticketIds }, ...INSIDE });
    return new Map(found.map((document) => [document._id, toAdmission(document)]));
  }

  /** How many of these tickets are inside. */
  insideOf(ticketIds: readonly TicketId[], transaction: ClientSession): Promise<number> {
    return this.admissions.countDocuments({ _id: { $in: ticketIds }, ...INSIDE }).session(transaction);
  }

  async count(): Promise<number> {
    const [all, { over }] = await Promise.all([this.admissions.countDocuments(), this.takenBack()]);
    return all - over;
  }

  /** How many tickets are outside again at this moment, and how many admissions were ever taken back: that only grows. */
  async takenBack(): Promise<{ readonly over: number; readonly ever: number }> {
    const [sums] = await this.admissions.aggregate<{ over: number; ever: number }>([
      { $match: { takenBack: { $exists: true } } },
      { $group: { _id: null, over: { $sum: { $cond: ['$over', 1, 0] } }, ever: { $sum: { $size: '$takenBack' } } } },
    ]);
    return sums ?? { over: 0, ever: 0 };
  }

  /**
   * How many came in by each door in each minute, of those stored since then, in the order of time. A minute is the scan's own, for a device
   * may have been without network; where its clock puts the scan outside of that time, it is the one in which it was stored.
   */
  async arrivals(since: Date): Promise<ArrivalCount[]> {
    const own = { $and: [{ $gte: ['$scannedAt', since] }, { $lte: ['$scannedAt', '$storedAt'] }] };
    const at = { $dateTrunc: { date: { $cond: [own, '$scannedAt', '$storedAt'] }, unit: 'minute' } };
    const rows = await this.admissions.aggregate<{ _id: Omit<ArrivalCount, 'count'>; count: number }>([
      { $match: { storedAt: { $gte: since }, ...INSIDE } },
      { $group: { _id: { door: '$door', at }, count: { $sum: 1 } } },
      { $sort: { '_id.at': 1, '_id.door': 1 } },
    ]);
    return rows.map(({ _id, count }) => ({ ..._id, count }));
  }

  /** Stores conflicts of one person; one of the same ticket and door stays as it is, and of many the newest are kept. */
  async note(conflicts: readonly Conflict[]): Promise<void> {
    const [one] = conflicts;
    if (!one) return;
    const stored = conflictsCollection.driver(this.connection);
    const isNew = await insertNew(
      stored,
      conflicts.map((conflict) => ({ _id: `${conflict.ticketId} ${conflict.second.door}`, ...conflict })),
    );
    if (!isNew.includes(true)) return;
    const own = stored.find({ 'second.by': one.second.by }, { projection: { _id: 1 } });
    const old = await own.sort({ storedAt: -1, _id: 1 }).skip(MAX_CONFLICTS_KEPT).toArray();
    if (old.length > 0) await stored.deleteMany({ _id: { $in: old.map(({ _id }) => _id) } });
  }

  /** Newest first. */
  async conflicts(most: number): Promise<Conflict[]> {
    const found = await conflictsCollection.read(this.connection, {}, { sort: { storedAt: -1 }, limit: most });
    return found.map(({ _id, ...rest }) => rest);
  }

  private get admissions() {
    return admissionsCollection.on(this.connection);
  }
}
