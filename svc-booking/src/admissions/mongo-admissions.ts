import type { TicketId } from '@concert/contracts/core/ids';
import type { ClientSession, Connection } from '@concert/service-kit/store/mongo';
import { insertNew } from '@concert/service-kit/store/insert-new';
import type { Admission, ArrivalCount, Conflict } from './admission.ts';
import { admissionsCollection, conflictsCollection } from './admission.schema.ts';

/** Stores admissions and door conflicts. */
export class MongoAdmissions {
  constructor(private readonly connection: Connection) {}

  /** Stores each admission whose ticket has none yet: one conditional insert decides. @returns the tickets that are new */
  async admit(admissions: readonly Admission[]): Promise<Set<TicketId>> {
    if (admissions.length === 0) return new Set();
    const outcomes = await insertNew(
      admissionsCollection.driver(this.connection),
      admissions.map(({ ticketId, ...rest }) => ({ _id: ticketId, ...rest })),
    );
    return new Set(admissions.filter((_, index) => outcomes[index]!.value).map(({ ticketId }) => ticketId));
  }

  /** The admissions of these tickets, by ticket. */
  async inside(ticketIds: readonly TicketId[]): Promise<Map<TicketId, Admission>> {
    if (ticketIds.length === 0) return new Map();
    const found = await admissionsCollection.read(this.connection, { _id: { $in: ticketIds } });
    return new Map(found.map(({ _id, ...rest }) => [_id, { ticketId: _id, ...rest }]));
  }

  /** How many of these tickets are inside. */
  insideOf(ticketIds: readonly TicketId[], transaction: ClientSession): Promise<number> {
    return this.admissions.countDocuments({ _id: { $in: ticketIds } }).session(transaction);
  }

  count(): Promise<number> {
    return this.admissions.countDocuments();
  }

  /** The same as an estimate, at a constant cost. After a crash of the database it may be wrong for a while. */
  estimate(): Promise<number> {
    return this.admissions.estimatedDocumentCount();
  }

  /**
   * How many came in by each door in each minute, of those stored since then, in the order of time. A minute is the scan's own, for a device
   * may have been without network; where its clock puts the scan outside of that time, it is the one in which it was stored.
   */
  async arrivals(since: Date): Promise<ArrivalCount[]> {
    const own = { $and: [{ $gte: ['$scannedAt', since] }, { $lte: ['$scannedAt', '$storedAt'] }] };
    const at = { $dateTrunc: { date: { $cond: [own, '$scannedAt', '$storedAt'] }, unit: 'minute' } };
    const rows = await this.admissions.aggregate<{ _id: Omit<ArrivalCount, 'count'>; count: number }>([
      { $match: { storedAt: { $gte: since } } },
      { $group: { _id: { door: '$door', at }, count: { $sum: 1 } } },
      { $sort: { '_id.at': 1, '_id.door': 1 } },
    ]);
    return rows.map(({ _id, count }) => ({ ..._id, count }));
  }

  /** Stores conflicts; one that is already stored stays as it is. */
  async note(conflicts: readonly Conflict[]): Promise<void> {
    if (conflicts.length > 0)
      await insertNew(
        conflictsCollection.driver(this.connection),
        conflicts.map(({ scanId, ...rest }) => ({ _id: scanId, ...rest })),
      );
  }

  /** Newest first. */
  async conflicts(most: number): Promise<Conflict[]> {
    const found = await conflictsCollection.read(this.connection, {}, { sort: { storedAt: -1 }, limit: most });
    return found.map(({ _id, ...rest }) => ({ scanId: _id, ...rest }));
  }

  private get admissions() {
    return admissionsCollection.on(this.connection);
  }
}
