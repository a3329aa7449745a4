import type { Clock } from '@concert/service-kit/process/clock';
import type { Log } from '@concert/service-kit/process/log';
import type { MongoOrganiserNews } from './mongo-organiser-news.ts';
import type { HttpSaleFigures } from './http-sale-figures.ts';
import { saleNews, type DeskCounts } from './sale-news.ts';

/** Finds what organisers are to be told of the sale. */
export class WatchSale {
  constructor(
    private readonly figures: HttpSaleFigures,
    private readonly desk: () => Promise<DeskCounts>,
    private readonly news: MongoOrganiserNews,
    private readonly clock: Clock,
    private readonly log: Log,
  ) {}

  /** Stores what is new. Harmless when repeated or interrupted; while svc-booking is away there is nothing to tell. */
  async run(): Promise<void> {
    const sale = await this.figures.sale().catch((error: unknown) => {
      this.log.warn('the sale could not be looked at', { dependency: 'svc-booking' }, error);
    });
    if (!sale) return;
    const money = await this.figures.money().catch(() => undefined);
    for (const news of saleNews(sale, money, await this.desk(), this.clock.now())) await this.news.add(news);
  }
}
