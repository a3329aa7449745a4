import type { SaleFigures } from '@concert/contracts/booking/sale-figures';
import { saleStateAt } from '@concert/contracts/booking/sale-state';
import { SEATINGS } from '@concert/contracts/booking/seating';
import type { Clock } from '@concert/service-kit/process/clock';
import type { MongoBookings } from '../bookings/mongo-bookings.ts';
import type { MongoConcert } from '../concert/mongo-concert.ts';
import { saleView } from '../concert/sale.ts';
import type { ShowReport } from './show-report.ts';

/** How the sale stands, by the report's formula; free entries count only as seats that are taken. */
export class ShowSaleFigures {
  constructor(
    private readonly report: ShowReport,
    private readonly concert: MongoConcert,
    private readonly bookings: Pick<MongoBookings, 'disputed'>,
    private readonly clock: Clock,
  ) {}

  async now(): Promise<SaleFigures> {
    const [{ categories, timeZone }, concert, disputes] = await Promise.all([
      this.report.now(),
      this.concert.current(),
      this.bookings.disputed(),
    ]);
    const { sale } = saleView(concert, this.clock.now());
    const sum = (of: 'chargedMinor' | 'returnedMinor') => categories.reduce((all, category) => all + category[of], 0);
    return {
      saleState: saleStateAt({ state: concert.state, sale }, this.clock.now().getTime()),
      endsAt: sale.endsAt,
      timeZone,
      chargedMinor: sum('chargedMinor'),
      returnedMinor: sum('returnedMinor'),
      categories: categories.flatMap(({ category, capacity, sold, held }) => {
        const seating = SEATINGS.find((one) => one === category);
        return seating ? [{ seating, capacity, sold, left: Math.max(0, capacity - sold - held) }] : [];
      }),
      openDisputes: disputes.length,
    };
  }
}
