import { createHash, createHmac, hkdfSync } from 'node:crypto';
import type { AuditEntry } from '@concert/contracts/core/audit-entry';
import type { BookingId } from '@concert/contracts/core/ids';
import { AUDIT_ADDRESS_DAYS } from '@concert/contracts/core/personal-data';
import type { Caller } from '@concert/contracts/core/route';
import { DAY_MS } from '@concert/contracts/core/durations';
import { newAuditEntry } from '@concert/service-kit/identity/audit-entries';
import { isText } from '@concert/service-kit/store/collection';
import type { ClientSession, Connection } from '@concert/service-kit/store/mongo';
import { wordsOf } from '@concert/contracts/core/search-words';
import { anyWordStartsWith } from '@concert/service-kit/store/search-words';
import {
  auditCollection,
  auditLengthCollection,
  auditSourcesCollection,
  type AuditDocument,
  type AuditLengthDocument,
} from './audit.schema.ts';
import { CHAIN_BEGUN, type AuditQuestion, type ChainState, type StoredAuditEntry } from './stored-audit-entry.ts';

/** Hash of an entry, chained to the hash before it. */
export function entryHash(
  previous: string,
  { _id, owner, actor, act, subject, bookingId, at, fromHash, detail }: Omit<AuditDocument, 'words' | 'hash'>,
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
        fromHash ?? null,
        sorted,
      ]),
    )
    .digest('base64url');
}

/** Where the chain was broken, when an entry began a new one because of it: the number of the first wrong entry. */
function breakNamedBy(document: AuditDocument): number | undefined {
  const { act, detail, hash } = document;
  return act === CHAIN_BEGUN && typeof detail.brokenAt === 'number' && entryHash('', document) === hash ? detail.brokenAt : undefined;
}

function toEntry({ _id, words: _words, hash: _hash, fromHash: _from, ...rest }: AuditDocument, from: string | undefined): StoredAuditEntry {
  return { number: _id, ...rest, ...(from === undefined ? {} : { from }) };
}

/** Stores audit entries: they are added and read, never changed or removed. */
export class MongoAudit {
  private readonly key: Buffer | undefined;

  /**
   * @param secret any secret of this service; network addresses are hashed with a key that is derived from it. Who only reads and checks
   *   needs none
   */
  constructor(
    private readonly connection: Connection,
    secret?: string,
  ) {
    this.key = secret === undefined ? undefined : Buffer.from(hkdfSync('sha256', secret, '', 'audit addresses', 32));
  }

  /**
   * Appends one entry. Several of one transaction are appended one after the other, never side by side.
   * @throws Error when the entry before it is not there: an entry that follows from nothing would break the chain for good
   */
  async append(act: AuditEntry, owner: Caller, transaction: ClientSession): Promise<void> {
    // Two transactions conflict on this shared document, so numbers have no gaps and each hash follows the one before it.
    const length = await auditLengthCollection
      .on(this.connection)
      .findOneAndUpdate({ _id: 'audit' }, { $inc: { entries: 1 } }, { upsert: true, returnDocument: 'after', session: transaction })
      .lean<AuditLengthDocument>();
    const number = length?.entries ?? 1;
    await this.insert(number, number === 1 ? '' : await this.hashOf(number - 1, transaction), act, owner, transaction);
  }

  /** Appends an entry that follows from none before it and names the break at `brokenAt`: entries after it are proven again. */
  async beginAnew(brokenAt: number, at: Date, transaction: ClientSession): Promise<void> {
    const last = await this.entries.findOne({}, { _id: 1 }).sort({ _id: -1 }).session(transaction).lean<Pick<AuditDocument, '_id'>>();
    const number = Math.max(await this.length(transaction), last?._id ?? 0) + 1;
    await auditLengthCollection
      .on(this.connection)
      .updateOne({ _id: 'audit' }, { $set: { entries: number } }, { upsert: true, session: transaction });
    const act = newAuditEntry('operator', at, { act: CHAIN_BEGUN, subject: { kind: 'audit-log', id: 'chain' }, detail: { brokenAt } });
    await this.insert(number, '', act, 'svc-booking', transaction);
  }

  /** @throws Error when there is no such entry */
  private async hashOf(number: number, transaction: ClientSession): Promise<string> {
    const entry = await this.entries.findById(number, { hash: 1 }).session(transaction).lean<Pick<AuditDocument, 'hash'>>();
    if (!entry) throw new Error(`entry ${number} of the audit log is missing, so none can follow it (docs/operate.md, "The audit log")`);
    return entry.hash;
  }

  private async insert(
    _id: number,
    previous: string,
    { actor, act, subject, bookingId, at, from, detail }: AuditEntry,
    owner: Caller,
    transaction: ClientSession,
  ): Promise<void> {
    const entry = {
      _id,
      owner,
      actor,
      act,
      subject,
      ...(bookingId ? { bookingId } : {}),
      at: new Date(at),
      ...(from ? { fromHash: this.hashed(from) } : {}),
      detail,
    };
    const words = [
      ...new Set([
        ...wordsOf(act),
        ...act.split(/[.-]/),
        ...wordsOf(subject.kind),
        ...wordsOf(subject.id),
        ...(bookingId ? [bookingId] : []),
        ...(entry.fromHash ? [entry.fromHash] : []),
        actor.toLowerCase(),
      ]),
    ];
    await this.entries.create([{ ...entry, words, hash: entryHash(previous, entry) }], { session: transaction });
    if (!from) return;
    const forgetAt = new Date(entry.at.getTime() + AUDIT_ADDRESS_DAYS * DAY_MS);
    await auditSourcesCollection.on(this.connection).create([{ _id, from, forgetAt }], { session: transaction });
  }

  /** Newest first. */
  async list({ terms = [], actors = [], act, actor, since, until, before, limit }: AuditQuestion): Promise<StoredAuditEntry[]> {
    // A whole network address is found by its hash, also once the address itself is gone.
    const fits = terms.map((term) =>
      this.key ? { $or: [{ words: anyWordStartsWith(term) }, { words: this.hashed(term) }] } : { words: anyWordStartsWith(term) },
    );
    const found = await auditCollection.read(
      this.connection,
      {
        ...(before === undefined ? {} : { _id: { $lt: before } }),
        ...(act === undefined ? {} : { act }),
        ...(actor === undefined ? {} : { actor }),
        ...(since || until ? { at: { ...(since ? { $gte: since } : {}), ...(until ? { $lt: until } : {}) } } : {}),
        ...(fits.length === 0 ? {} : { $or: [{ $and: fits }, { actor: { $in: [...actors] } }] }),
      },
      { sort: { _id: -1 }, limit },
    );
    return this.withSources(found);
  }

  /** All entries about a booking, oldest first. */
  async ofBooking(id: BookingId): Promise<StoredAuditEntry[]> {
    const found = await auditCollection.read(this.connection, { bookingId: isText(id) }, { sort: { _id: 1 }, limit: 1_000 });
    return this.withSources(found);
  }

  /** Reads the whole chain and checks the hash of each entry. */
  async verify(): Promise<ChainState> {
    const least = await this.length();
    const breaks: { from: number; to: number }[] = [];
    let brokenAt: number | undefined;
    let previous = '';
    let seen = 0;
    for await (const document of this.entries.find().sort({ _id: 1 }).lean<AuditDocument[]>().cursor()) {
      if (document._id !== seen + 1) brokenAt ??= seen + 1;
      const named = breakNamedBy(document);
      if (named !== undefined && named === (brokenAt ?? named)) {
        breaks.push({ from: named, to: document._id - 1 });
        brokenAt = undefined;
      } else if (entryHash(previous, document) !== document.hash) brokenAt ??= document._id;
      previous = document.hash;
      seen = document._id;
    }
    // Entries may have been added during the check, so the number read has to lie between the counts before and after it.
    const most = await this.length();
    if (seen < least || seen > most) brokenAt ??= Math.min(seen, most) + 1;
    return {
      ...(brokenAt === undefined ? { entries: seen } : { entries: most, brokenAt }),
      ...(breaks.length > 0 ? { breaks } : {}),
    };
  }

  /** Entries with the network addresses that are still known. */
  private async withSources(found: readonly AuditDocument[]): Promise<StoredAuditEntry[]> {
    const numbers = found.filter(({ fromHash }) => fromHash).map(({ _id }) => _id);
    const sources = numbers.length === 0 ? [] : await auditSourcesCollection.read(this.connection, { _id: { $in: numbers } });
    const known = new Map(sources.map(({ _id, from }) => [_id, from]));
    return found.map((document) => toEntry(document, known.get(document._id)));
  }

  /** @throws Error where the repository was made without a secret */
  private hashed(address: string): string {
    if (!this.key) throw new Error('entries with a network address are added with a key');
    return createHmac('sha256', this.key).update(address.toLowerCase()).digest('base64url').slice(0, 22).toLowerCase();
  }

  private async length(transaction?: ClientSession): Promise<number> {
    const length = await auditLengthCollection.readOne(this.connection, { _id: 'audit' }, { session: transaction });
    return length?.entries ?? 0;
  }

  private get entries() {
    return auditCollection.on(this.connection);
  }
}
