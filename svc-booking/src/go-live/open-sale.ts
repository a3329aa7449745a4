import type { GoLive } from '@concert/contracts/booking/go-live';
import type { Identity } from '@concert/contracts/core/identity';
import type { Clock } from '@concert/service-kit/process/clock';
import { DomainError } from '@concert/service-kit/process/errors';
import type { Transactions } from '@concert/service-kit/store/mongo';
import type { AuditLog } from '../audit-log/audit-log.ts';
import { isDraft } from '../concert/concert.ts';
import type { ConcertChanges } from '../concert/concert-changes.ts';
import type { MongoConcert } from '../concert/mongo-concert.ts';
import type { MongoStock } from '../seats/mongo-stock.ts';
import { pricesInWords } from './concert-rows.ts';
import { PRICES_CONFIRMED, type ShowGoLive } from './show-go-live.ts';

const CONCERT = { kind: 'concert', id: 'current' };
const MINUTE_MS = 60_000;

/** What an admin does on the way to the sale. What was looked at is what counts: another version of the settings is refused. */
export class OpenSale {
  constructor(
    private readonly goLive: ShowGoLive,
    private readonly concert: MongoConcert,
    private readonly stock: MongoStock,
    private readonly transactions: Transactions,
    private readonly audit: AuditLog,
    private readonly changes: ConcertChanges,
    private readonly clock: Clock,
  ) {}

  /** @throws DomainError `booking.settings_changed` */
  async confirmPrices(version: number, who: Identity): Promise<GoLive> {
    await this.transactions.run(async (transaction) => {
      const concert = await this.concert.current(transaction);
      if (concert.version !== version) throw new DomainError('booking.settings_changed');
      const now = this.clock.now();
      const prices = pricesInWords(concert, await this.stock.all(now, transaction));
      await this.audit.record(transaction, who.userId, now, { act: PRICES_CONFIRMED, subject: CONCERT, detail: { prices } });
    });
    return this.goLive.look();
  }

  /** @throws DomainError `booking.not_ready`, `booking.settings_changed` */
  async open(version: number, who: Identity): Promise<GoLive> {
    if (!isDraft(await this.concert.current())) return this.goLive.look();
    const seen = await this.goLive.assertReady();
    const opened = await this.transactions.run(async (transaction) => {
      const before = await this.concert.current(transaction);
      if (!isDraft(before)) return before;
      const now = this.clock.now();
      // As the settings show it, so that saving them changes nothing.
      const opensAt = new Date(Math.floor(now.getTime() / MINUTE_MS) * MINUTE_MS);
      const after = { ...before, sale: { ...before.sale, opensAt }, version: before.version + 1 };
      if (before.version !== version) throw new DomainError('booking.settings_changed');
      const action = { act: 'concert.sale-opened', detail: { saleOpens: opensAt.toISOString() } } as const;
      await this.changes.store(before, after, who, action, transaction);
      return after;
    });
    return { ...seen, isDraft: false, version: opened.version };
  }
}
