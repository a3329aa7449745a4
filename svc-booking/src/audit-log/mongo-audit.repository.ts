import { createHash } from 'node:crypto';
import type { AuditEntry } from '@concert/contracts/core/audit-entry';
import type { BookingId } from '@concert/contracts/core/ids';
import type { Caller } from '@concert/contracts/core/route';
import { isText } from '@concert/service-kit/collection';
import type { ClientSession, Connection } from '@concert/service-kit/mongo';
import { oneBeginsWith, wordsOf } from '@concert/service-kit/search-words';
import { auditCollection, auditLengthCollection, type AuditDocument, type AuditLengthDocument } from './audit.schema.ts';
import type { AuditQuestion, AuditRepository, ChainState, StoredAuditEntry } from './audit.repository.ts';

/** Hash of an entry, chained to the hash before it. */
export function entryHash(
  previous: string,
  { _id, owner, actor, act, subject, bookingId, at, from, detail }: Omit<AuditDocument, 'words' | 'hash'>,
): string {
  const sorted = Object.entries(detail).sort(([a], [b]) => (a < b ? -1 : 1));
  return createHash('sha256')
    .update(
      JSON.stringify([
        previous,
        _id,
        owner,
        actor,
        act,
        subject.kind,
        subject.id,
        bookingId ?? null,
        at.toISOString(),
        from ?? null,
        sorted,
      ]),
    )
    .digest('base64url');
}

function toEntry({ _id, words: _words, hash: _hash, ...rest }: AuditDocument): StoredAuditEntry {
  return { number: _id, ...rest };
}

export class MongoAuditRepository implements AuditRepository {
  constructor(private readonly connection: Connection) {}

  async append({ actor, act, subject, bookingId, at, from, detail }: AuditEntry, owner: Caller, transaction: ClientSession): Promise<void> {
    // Two transactions conflict on this shared document, so numbers have no gaps and each hash follows the one before it.
    const length = await auditLengthCollection
      .on(this.connection)
      .findOneAndUpdate({ _id: 'audit' }, { $inc: { entries: 1 } }, { upsert: true, returnDocument: 'after', session: transaction })
      .lean<AuditLengthDocument>();
    const _id = length?.entries ?? 1;
    const previous =
      _id === 1
        ? undefined
        : await this.entries
            .findById(_id - 1, { hash: 1 })
            .session(transaction)
            .lean<Pick<AuditDocument, 'hash'>>();
    const entry = {
      _id,
      owner,
      actor,
      act,
      subject,
      ...(bookingId ? { bookingId } : {}),
      at: new Date(at),
      ...(from ? { from } : {}),
      detail,
    };
    const words = [
      ...new Set([
        ...wordsOf(act),
        ...act.split(/[.-]/),
        ...wordsOf(subject.kind),
        ...wordsOf(subject.id),
        ...(bookingId ? [bookingId] : []),
        ...(from ? [from.toLowerCase()] : []),
        actor.toLowerCase(),
      ]),
    ];
    await this.entries.create([{ ...entry, words, hash: entryHash(previous?.hash ?? '', entry) }], { session: transaction });
  }

  async list({ terms = [], actors = [], act, since, until, before, limit }: AuditQuestion): Promise<StoredAuditEntry[]> {
    const fits = terms.map((term) => ({ words: oneBeginsWith(term) }));
    const found = await this.entries
      .find({
        ...(before === undefined ? {} : { _id: { $lt: before } }),
        ...(act === undefined ? {} : { act }),
        ...(since || until ? { at: { ...(since ? { $gte: since } : {}), ...(until ? { $lt: until } : {}) } } : {}),
        ...(fits.length === 0 ? {} : { $or: [{ $and: fits }, { actor: { $in: [...actors] } }] }),
      })
      .sort({ _id: -1 })
      .limit(limit)
      .lean<AuditDocument[]>();
    return found.map(toEntry);
  }

  async ofBooking(id: BookingId): Promise<StoredAuditEntry[]> {
    return (
      await this.entries
        .find({ bookingId: isText(id) })
        .sort({ _id: 1 })
        .limit(1_000)
        .lean<AuditDocument[]>()
    ).map(toEntry);
  }

  async verify(): Promise<ChainState> {
    const least = await this.length();
    let previous = '';
    let seen = 0;
    for await (const document of this.entries.find().sort({ _id: 1 }).lean<AuditDocument[]>().cursor()) {
      if (document._id !== seen + 1 || entryHash(previous, document) !== document.hash) return { entries: least, brokenAt: seen + 1 };
      previous = document.hash;
      seen += 1;
    }
    // Entries may have been added during the check, so the number read has to lie between the counts before and after it.
    const most = await this.length();
    if (seen < least || seen > most) return { entries: most, brokenAt: Math.min(seen, most) + 1 };
    return { entries: seen };
  }

  private async length(): Promise<number> {
    return (await auditLengthCollection.on(this.connection).findById('audit').lean<AuditLengthDocument>())?.entries ?? 0;
  }

  private get entries() {
    return auditCollection.on(this.connection);
  }
}
