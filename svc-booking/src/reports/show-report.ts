import type { Report } from '@concert/contracts/booking/reports';
import type { Clock } from '@concert/service-kit/process/clock';
import type { MongoConcert } from '../concert/mongo-concert.ts';
import { reportOf } from './report.ts';
import type { MongoReport } from './mongo-report.ts';

/** The report's totals. Concurrent reads share one query. */
export class ShowReport {
  private reading: Promise<Report> | undefined;

  constructor(
    private readonly report: MongoReport,
    private readonly concert: MongoConcert,
    private readonly clock: Clock,
  ) {}

  now(): Promise<Report> {
    this.reading ??= this.read().finally(() => (this.reading = undefined));
    return this.reading;
  }

  private async read(): Promise<Report> {
    const { timeZone } = await this.concert.current();
    return reportOf(await this.report.figures(this.clock.now(), timeZone), timeZone);
  }
}
