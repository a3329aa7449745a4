import type { TicketId } from '@concert/contracts/core/ids';
import type { ClientSession, Connection } from '@concert/service-kit/store/mongo';
import { insertNew } from '@concert/service-kit/store/insert-new';
import type { Admission, ArrivalCount, Conflict } from './admission.ts';
import { admissionsCollection, conflictsCollection } from './admission.schema.ts';
import type { AdmissionsRepository } from './admissions.repository.ts';

export class MongoAdmissionsRepository implements AdmissionsRepository {
  constructor(private readonly connection: Connection) {}

  async admit(admissions: readonly Admission[]): Promise<Set<TicketId>> {
    if (admissions.length === 0) return new Set();
    const outcomes = await insertNew(
      admissionsCollection.driver(this.connection),
      admissions.map(({ ticketId, ...rest }) => ({ _id: ticketId, ...rest })),
    );
    return new Set(admissions.filter((_, index) => outcomes[index]!.value).map(({ ticketId }) => ticketId));
  }

  async inside(ticketIds: readonly TicketId[]): Promise<Map<TicketId, Admission>> {
    if (ticketIds.length === 0) return new Map();
    const found = await admissionsCollection.read(this.connection, { _id: { $in: ticketIds } });
    return new Map(found.map(({ _id, ...rest }) => [_id, { ticketId: _id, ...rest }]));
  }

  insideOf(ticketIds: readonly TicketId[], transaction: ClientSession): Promise<number> {
    return this.admissions.countDocuments({ _id: { $in: ticketIds } }).session(transaction);
  }

  count(): Promise<number> {
    return this.admissions.countDocuments();
  }

  estimate(): Promise<number> {
    return this.admissions.estimatedDocumentCount();
  }

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

  async note(conflicts: readonly Conflict[]): Promise<void> {
    if (conflicts.length > 0)
      await insertNew(
        conflictsCollection.driver(this.connection),
        conflicts.map(({ scanId, ...rest }) => ({ _id: scanId, ...rest })),
      );
  }

  async conflicts(most: number): Promise<Conflict[]> {
    const found = await conflictsCollection.read(this.connection, {}, { sort: { storedAt: -1 }, limit: most });
    return found.map(({ _id, ...rest }) => ({ scanId: _id, ...rest }));
  }

  private get admissions() {
    return admissionsCollection.on(this.connection);
  }
}
