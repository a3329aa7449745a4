import type { GoLive } from '@concert/contracts/booking/go-live';
import type { ReadinessRow } from '@concert/contracts/core/readiness';
import type { Clock } from '@concert/service-kit/process/clock';
import { DomainError } from '@concert/service-kit/process/errors';
import type { MongoAudit } from '../audit-log/mongo-audit.ts';
import { isDraft } from '../concert/concert.ts';
import type { MongoConcert } from '../concert/mongo-concert.ts';
import type { MongoStock } from '../seats/mongo-stock.ts';
import { backupRow, concertRows, pricesInWords, pricesRow } from './concert-rows.ts';
import type { HttpNeighbours } from './http-neighbours.ts';

/** The audit log's name of what an admin confirms, and of the nightly restore. */
export const PRICES_CONFIRMED = 'concert.prices-confirmed';
const BACKUP_REHEARSED = 'backup.rehearsed';

/** Looks at all that has to be right before the sale opens. */
export class ShowGoLive {
  constructor(
    private readonly concert: MongoConcert,
    private readonly stock: MongoStock,
    private readonly audit: Pick<MongoAudit, 'list'>,
    private readonly neighbours: HttpNeighbours,
    private readonly clock: Clock,
  ) {}

  async look(): Promise<GoLive> {
    const [concert, { mode, rows: payments }, mails, people, house, prices, restored] = await Promise.all([
      this.concert.current(),
      this.neighbours.payments(),
      this.neighbours.mails(),
      this.neighbours.people(),
      this.neighbours.house(),
      this.latest(PRICES_CONFIRMED),
      this.latest(BACKUP_REHEARSED),
    ]);
    const now = this.clock.now();
    const words = pricesInWords(concert, await this.stock.all(now));
    const own: ReadinessRow[] = [
      ...concertRows(concert, now),
      pricesRow(words, prices?.detail['prices']),
      ...mails,
      ...payments,
      ...people,
      backupRow(restored?.at, now),
    ];
    // Where both looked at one thing, as at the certificate, the look at the house says more.
    const rows = [...own.filter(({ id }) => house.every((row) => row.id !== id)), ...house];
    return { isDraft: isDraft(concert), ...(mode ? { mode } : {}), rows, version: concert.version };
  }

  /** @returns what was seen @throws DomainError `booking.not_ready` while a row is red */
  async assertReady(): Promise<GoLive> {
    const seen = await this.look();
    const red = seen.rows.filter(({ state }) => state === 'red');
    if (red.length > 0) throw new DomainError('booking.not_ready', { detail: red.map(({ words }) => words).join(' ') });
    return seen;
  }

  /** With a test key anybody may rehearse a sale. @throws DomainError `booking.not_ready` while real money would be taken and a row is red */
  async assertReadyWhereLive(): Promise<void> {
    if ((await this.neighbours.payments()).mode !== 'test') await this.assertReady();
  }

  private async latest(act: string) {
    return (await this.audit.list({ act, limit: 1 }))[0];
  }
}
