import type { Clock } from '@concert/service-kit/clock';
import { isDuplicateKey } from '@concert/service-kit/errors';
import type { ClientSession, Connection } from '@concert/service-kit/mongo';
import type { ProviderNotice } from '../provider/payment-provider.ts';
import { noticesCollection, type NoticeDocument } from './notice.schema.ts';
import type { NoticesRepository, NoticeVia, OwedNotice } from './notices.repository.ts';

/** Whoever took a notice carries it out at once; another process looks after it only when that one fell silent. */
const HEAD_START_MS = 2_000;
const MAX_BATCH = 500;

interface Waiting {
  readonly document: NoticeDocument;
  readonly resolve: (isNew: boolean) => void;
  readonly reject: (error: unknown) => void;
}

export class MongoNoticesRepository implements NoticesRepository {
  private readonly gathered: Waiting[] = [];
  private writing = false;

  constructor(
    private readonly connection: Connection,
    private readonly clock: Clock,
  ) {}

  async keep(notices: readonly ProviderNotice[], via: NoticeVia): Promise<OwedNotice[]> {
    const receivedAt = this.clock.now();
    const owedFrom = new Date(receivedAt.getTime() + HEAD_START_MS);
    const kept = await Promise.all(
      notices.map(async ({ id, objectMadeAt, ...rest }) =>
        this.insert({ _id: id, ...rest, objectMadeAt: objectMadeAt ?? null, via, receivedAt, owedFrom, tries: 0, doneAt: null }),
      ),
    );
    return notices.filter((_, index) => kept[index]).map((notice) => ({ notice, via, tries: 0 }));
  }

  async owed(now: Date, most: number): Promise<OwedNotice[]> {
    const found = await this.notices
      .find({ owedFrom: { $lte: now } })
      .sort({ owedFrom: 1 })
      .limit(most)
      .lean<NoticeDocument[]>();
    return found.map(({ _id, type, about, objectId, objectMadeAt, live, via, tries }) => ({
      notice: { id: _id, type, about, objectId, objectMadeAt: objectMadeAt ?? undefined, live },
      via,
      tries,
    }));
  }

  async done(noticeIds: readonly string[], transaction: ClientSession): Promise<number> {
    const { modifiedCount } = await this.notices.updateMany(
      { _id: { $in: [...noticeIds] }, doneAt: null },
      { $set: { doneAt: this.clock.now(), owedFrom: null } },
      { session: transaction },
    );
    return modifiedCount;
  }

  async putOff(noticeIds: readonly string[], until: Date): Promise<void> {
    await this.notices.updateMany({ _id: { $in: [...noticeIds] }, doneAt: null }, { $set: { owedFrom: until }, $inc: { tries: 1 } });
  }

  async waiting(): Promise<{ count: number; oldest: Date | undefined }> {
    const owed = { owedFrom: { $type: 'date' as const } };
    const [count, oldest] = await Promise.all([
      this.notices.countDocuments(owed),
      this.notices.findOne(owed).sort({ owedFrom: 1 }).lean<NoticeDocument>(),
    ]);
    return { count, oldest: oldest?.receivedAt };
  }

  /** A flood of notices is written together; one alone is written at once. @returns whether it is new */
  private insert(document: NoticeDocument): Promise<boolean> {
    return new Promise((resolve, reject) => {
      this.gathered.push({ document, resolve, reject });
      if (!this.writing) void this.write();
    });
  }

  private async write(): Promise<void> {
    this.writing = true;
    while (this.gathered.length > 0) {
      const turn = this.gathered.splice(0, MAX_BATCH);
      try {
        const known = await this.insertAll(turn.map(({ document }) => document));
        turn.forEach(({ resolve }, index) => resolve(!known.has(index)));
      } catch (error) {
        for (const { reject } of turn) reject(error);
      }
    }
    this.writing = false;
  }

  /** @returns which were there already */
  private async insertAll(documents: readonly NoticeDocument[]): Promise<ReadonlySet<number>> {
    try {
      // A webhook is answered when this is stored: written by the driver, as casting costs more than the rest (`npm run bench -- casting`).
      await noticesCollection.driver(this.connection).insertMany([...documents], { ordered: false });
      return new Set();
    } catch (error) {
      const faults = (error as { writeErrors?: readonly { readonly index: number; readonly code?: number }[] }).writeErrors;
      // Anything but a repeat leaves it open what was stored: then none counts as kept.
      if (!isDuplicateKey(error) || !faults?.every(({ code }) => code === 11_000)) throw error;
      return new Set(faults.map(({ index }) => index));
    }
  }

  private get notices() {
    return noticesCollection.on(this.connection);
  }
}
