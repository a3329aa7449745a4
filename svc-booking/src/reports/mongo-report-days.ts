import type { ReportDay } from '@concert/contracts/booking/reports';
import { offsetMs } from '@concert/contracts/core/zoned-time';
import type { ClientSession, Connection } from '@concert/service-kit/store/mongo';
import { addMoney, DAY_MS, QUARTER_HOUR_MS, type MovedMoney } from './report.ts';
import { daysCollection, type DayDocument } from './report-figures.schema.ts';

/** A cached document, summed by local days of the concert. */
interface Told {
  readonly version: number;
  readonly days: ReadonlyMap<string, MovedMoney>;
}

/**
 * Money by local day of the concert. Past days hardly ever change, so their documents are cached with their version and read
 * again only when the database has another version.
 */
export class MongoReportDays {
  #timeZone = '';
  #told = new Map<string, Told>();

  constructor(private readonly connection: Connection) {}

  /** All days on which money moved, oldest first, in the snapshot of the transaction. */
  async read(timeZone: string, transaction: ClientSession): Promise<ReportDay[]> {
    if (timeZone !== this.#timeZone) this.#told = new Map();
    this.#timeZone = timeZone;
    const told = this.#told;
    const documents = daysCollection.driver(this.connection);
    const marks = await documents.find({}, { session: transaction, projection: { version: 1 } }).toArray();
    const changed = marks.filter(({ _id, version }) => told.get(_id)?.version !== version).map(({ _id }) => _id);
    const fresh = changed.length === 0 ? [] : await documents.find({ _id: { $in: changed } }, { session: transaction }).toArray();
    for (const document of fresh) told.set(document._id, { version: document.version, days: byLocalDay(document, timeZone) });
    const sums = new Map<string, MovedMoney>();
    for (const { _id } of marks) for (const [day, money] of told.get(_id)?.days ?? []) sums.set(day, addMoney(sums.get(day), money));
    return [...sums].map(([day, money]) => ({ day, ...money })).sort((a, b) => a.day.localeCompare(b.day));
  }
}

function byLocalDay({ day, quarters }: DayDocument, timeZone: string): Map<string, MovedMoney> {
  const start = day.getTime();
  const [first, last] = [offsetMs(start, timeZone), offsetMs(start + DAY_MS - QUARTER_HOUR_MS, timeZone)];
  const days = new Map<string, MovedMoney>();
  for (const [quarter, money] of Object.entries(quarters)) {
    const at = start + Number(quarter) * QUARTER_HOUR_MS;
    const local = new Date(at + (first === last ? first : offsetMs(at, timeZone))).toISOString().slice(0, 10);
    days.set(local, addMoney(days.get(local), money));
  }
  return days;
}
