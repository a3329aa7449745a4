import { bookingRoutes } from '@concert/contracts/booking/http';
import { answerEach } from '@concert/service-kit/asked-together';
import { Handles, type AnswersOf, type CallsOf } from '@concert/service-kit/handles';
import { Log } from '@concert/service-kit/log';
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
    private readonly log: Log,
  ) {}

  @Handles(bookingRoutes.beginPayments)
  begin({ body }: In['beginPayments']): Promise<Out['beginPayments']> {
    return answerEach(
      body.payments.map(({ bookingId, userId, prolong }) => this.beginPayment.begin(bookingId, userId, prolong)),
      this.log,
    );
  }

  @Handles(bookingRoutes.freeLostSeats)
  async free({ params, who }: In['freeLostSeats']): Promise<Out['freeLostSeats']> {
    return { status: await this.freeSeats.free(params.bookingId, who) };
  }
}
