import { bookingRoutes } from '@concert/contracts/booking/http';
import { Handles, type AnswersOf, type CallsOf } from '@concert/service-kit/http/handles';
import { Controller } from '@nestjs/common';
import { BeginPayment } from './begin-payment.ts';
import { FreeLostSeats } from './free-lost-seats.ts';

type In = CallsOf<typeof bookingRoutes>;
type Out = AnswersOf<typeof bookingRoutes>;

@Controller()
export class PaymentsController {
  constructor(
    private readonly beginPayment: BeginPayment,
    private readonly freeSeats: FreeLostSeats,
  ) {}

  @Handles(bookingRoutes.beginPayment)
  begin({ body: { bookingId, userId, prolong } }: In['beginPayment']): Promise<Out['beginPayment']> {
    return this.beginPayment.begin(bookingId, userId, prolong);
  }

  @Handles(bookingRoutes.freeLostSeats)
  async free({ params, who }: In['freeLostSeats']): Promise<Out['freeLostSeats']> {
    return { status: await this.freeSeats.free(params.bookingId, who) };
  }
}
