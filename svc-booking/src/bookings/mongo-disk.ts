import { DomainError } from '@concert/service-kit/process/errors';
import type { Log } from '@concert/service-kit/process/log';
import type { Connection } from '@concert/service-kit/store/mongo';

/** From this part of the database's disk on no seats are held: MongoDB ends when it cannot write, and payments, refunds and the door with it. */
const FULL = 0.95;
const LOOK_MS = 30_000;

/** Whether the disk under the database has room for new bookings. Looked at beside the requests, every half minute at most, so that no buyer waits for it. */
export class MongoDisk {
  private isFull = false;
  private lookedAt = Number.NEGATIVE_INFINITY;

  constructor(
    private readonly connection: Connection,
    private readonly log: Log,
  ) {}

  /** @throws DomainError `request.unavailable` while the disk is full */
  assertRoom(): void {
    if (performance.now() - this.lookedAt > LOOK_MS) void this.look();
    if (this.isFull)
      throw new DomainError('request.unavailable', {
        detail: 'No new seats can be reserved for the moment; what is reserved can be paid',
        retryAfterSeconds: LOOK_MS / 1_000,
      });
  }

  /** Asks the database; one that does not tell counts as having room. */
  async look(): Promise<void> {
    this.lookedAt = performance.now();
    const told: { fsUsedSize?: number; fsTotalSize?: number } = await this.connection.db!.command({ dbStats: 1 }).catch(() => ({}));
    const isFull = Number(told.fsUsedSize) / Number(told.fsTotalSize) >= FULL;
    if (isFull && !this.isFull) this.log.error('the disk of the database is nearly full: no new seats are held');
    this.isFull = isFull;
  }
}
