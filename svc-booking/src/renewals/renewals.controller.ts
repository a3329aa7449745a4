import { bookingRoutes } from '@concert/contracts/booking/http';
import { idSchema } from '@concert/contracts/core/ids';
import { Handles, type AnswersOf, type CallsOf } from '@concert/service-kit/http/handles';
import { Controller } from '@nestjs/common';
import { RenewTickets } from './renew-tickets.ts';

type In = CallsOf<typeof bookingRoutes>;
type Out = AnswersOf<typeof bookingRoutes>;

const bookingId = idSchema('booking');
const entryId = idSchema('complimentary');

@Controller()
export class RenewalsController {
  constructor(private readonly tickets: RenewTickets) {}

  @Handles(bookingRoutes.renewTickets)
  renew({ params, who, key }: In['renewTickets']): Promise<Out['renewTickets']> {
    return this.tickets.booking(params.bookingId, who, key);
  }

  @Handles(bookingRoutes.renewComplimentary)
  renewEntry({ params, who, key }: In['renewComplimentary']): Promise<Out['renewComplimentary']> {
    return this.tickets.entry(params.entryId, who, key);
  }

  @Handles(bookingRoutes.renewForCorrectedAddress)
  async afterCorrection({ body: { of, by, key } }: In['renewForCorrectedAddress']): Promise<Out['renewForCorrectedAddress']> {
    const entry = entryId.safeParse(of);
    return {
      admits: entry.success
        ? await this.tickets.ofCorrectedEntry(entry.data, by, key)
        : await this.tickets.ofCorrectedBooking(bookingId.parse(of), by, key),
    };
  }
}
