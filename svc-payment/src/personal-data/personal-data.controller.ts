import { paymentRoutes } from '@concert/contracts/payment/http';
import { Handles, type AnswersOf, type CallsOf } from '@concert/service-kit/http/handles';
import { Controller } from '@nestjs/common';
import { ShowPaymentData } from './show-payment-data.ts';

@Controller()
export class PersonalDataController {
  constructor(private readonly show: ShowPaymentData) {}

  @Handles(paymentRoutes.showPaymentData)
  data({ body }: CallsOf<typeof paymentRoutes>['showPaymentData']): Promise<AnswersOf<typeof paymentRoutes>['showPaymentData']> {
    return this.show.of(body.bookingIds);
  }
}
