import type { Clock } from '@concert/service-kit/process/clock';
import type { Log } from '@concert/service-kit/process/log';
import type { HttpMoneyDifferences } from './http-money-differences.ts';
import type { MongoOrganiserNews } from './mongo-organiser-news.ts';

/** Finds out whether organisers are to be told that the money differs. */
export class WatchMoney {
  constructor(
    private readonly differences: HttpMoneyDifferences,
    private readonly news: MongoOrganiserNews,
    private readonly clock: Clock,
    private readonly log: Log,
  ) {}

  /** Stores what is new. Harmless when repeated or interrupted; while svc-payment is away there is nothing to tell. */
  async run(): Promise<void> {
    const money = await this.differences.count().catch((error: unknown) => {
      this.log.warn('the money could not be looked at', { dependency: 'svc-payment' }, error);
    });
    if (money?.latestAt === undefined) return;
    // Differences that are found later on the same day stand on the same page.
    const day = money.latestAt.slice(0, 'yyyy-mm-dd'.length);
    await this.news.add({ id: `money-differs ${day}`, facts: { kind: 'money-differs', open: money.open }, at: this.clock.now() });
  }
}
