import { CLOCKS_APART_MS, DAY_MS, HOUR_MS } from '@concert/contracts/core/durations';
import type { Clock } from '@concert/service-kit/process/clock';
import { SINGLE_BATCH, isOver } from '@concert/service-kit/store/collection';
import { insertNew } from '@concert/service-kit/store/insert-new';
import type { ClientSession, Connection } from '@concert/service-kit/store/mongo';
import type { ProviderNotice } from '../provider/payment-provider.ts';
import { noticesCollection, type NoticeDocument, type NoticeSource } from './notice.schema.ts';

/** A stored notice that has not been followed. */
export interface PendingNotice {
  readonly notice: ProviderNotice;
  readonly via: NoticeSource;
  /** How many tries to follow it have failed. */
  readonly tries: number;
}

/** The process that stored a notice follows it at once. Others wait this long, in case that process has died. */
const HEAD_START_MS = 2_000;

/** Stores the provider's notices, each once under its id: first as owed, then as done. */
export class MongoNotices {
  constructor(
    private readonly connection: Connection,
    private readonly clock: Clock,
  ) {}

  /** Stores notices as owed: they will be followed, even if this process dies. @returns those that were not known before */
  async keep(notices: readonly ProviderNotice[], via: NoticeSource): Promise<PendingNotice[]> {
    const receivedAt = this.clock.now();
    const owedFrom = new Date(receivedAt.getTime() + HEAD_START_MS);
    const unknown = via === 'reconciler' ? await this.unknownOf(notices) : notices;
    if (unknown.length === 0) return [];
    const isNew = await insertNew(
      noticesCollection.driver(this.connection),
      unknown.map(({ id, objectMadeAt, ...rest }) => {
        return { _id: id, ...rest, objectMadeAt: objectMadeAt ?? null, via, receivedAt, owedFrom, tries: 0, doneAt: null };
      }),
    );
    return unknown.filter((_, index) => isNew[index]).map((notice) => ({ notice, via, tries: 0 }));
  }

  /** The reconciler reads what was nearly all stored before. A look costs the database less than inserts that fail. */
  private async unknownOf(notices: readonly ProviderNotice[]): Promise<readonly ProviderNotice[]> {
    const found = await noticesCollection
      .driver(this.connection)
      .find({ _id: { $in: notices.map(({ id }) => id) } }, { ...SINGLE_BATCH, projection: { _id: 1 } })
      .toArray();
    const known = new Set(found.map(({ _id }) => _id));
    return notices.filter(({ id }) => !known.has(id));
  }

  /** Notices to follow now, oldest first. */
  async owed(now: Date, most: number): Promise<PendingNotice[]> {
    const found = await noticesCollection.read(this.connection, isOver('owedFrom', now, HOUR_MS), { sort: { owedFrom: 1 }, limit: most });
    return found.map(({ _id, type, about, objectId, objectMadeAt, live, via, tries }) => ({
      notice: { id: _id, type, about, objectId, objectMadeAt: objectMadeAt ?? undefined, live },
      via,
      tries,
    }));
  }

  /** Those of some notices that are not done, in the transaction that follows them. */
  async stillOwed(noticeIds: readonly string[], transaction: ClientSession): Promise<ReadonlySet<string>> {
    if (noticeIds.length === 0) return new Set();
    const found = await this.notices
      .find({ _id: { $in: [...noticeIds] }, doneAt: null }, { _id: 1 }, SINGLE_BATCH)
      .session(transaction)
      .lean<Pick<NoticeDocument, '_id'>[]>();
    return new Set(found.map(({ _id }) => _id));
  }

  /** Marks notices as done, in the transaction of their effect. @returns how many were not: with none, the effect is stored already */
  async done(noticeIds: readonly string[], transaction: ClientSession): Promise<number> {
    if (noticeIds.length === 0) return 0;
    const { modifiedCount } = await this.notices.updateMany(
      { _id: { $in: [...noticeIds] }, doneAt: null },
      { $set: { doneAt: this.clock.now(), owedFrom: null } },
      { session: transaction },
    );
    return modifiedCount;
  }

  /** Puts off notices that could not be followed, until a later try. */
  async defer(noticeIds: readonly string[], until: Date): Promise<void> {
    await this.notices.updateMany({ _id: { $in: [...noticeIds] }, doneAt: null }, { $set: { owedFrom: until }, $inc: { tries: 1 } });
  }

  /** How many are owed, and since when the oldest. */
  async waiting(): Promise<{ count: number; oldest: Date | undefined }> {
    const owed = { owedFrom: { $type: 'date' as const } };
    const [count, oldest] = await Promise.all([
      this.notices.countDocuments(owed),
      noticesCollection.readOne(this.connection, owed, { sort: { owedFrom: 1 } }),
    ]);
    return { count, oldest: oldest?.receivedAt };
  }

  /** Whether a message of the provider came by itself within the last day, and was carried out. */
  async heardToday(live: boolean): Promise<boolean> {
    const now = this.clock.now().getTime();
    const lately = { $gte: new Date(now - DAY_MS), $lte: new Date(now + CLOCKS_APART_MS) };
    const heard = { doneAt: { $type: 'date' as const, ...lately }, via: 'webhook' as const, live, receivedAt: lately };
    return (await noticesCollection.readOne(this.connection, heard, { sort: { doneAt: -1 } })) !== undefined;
  }

  private get notices() {
    return noticesCollection.on(this.connection);
  }
}
