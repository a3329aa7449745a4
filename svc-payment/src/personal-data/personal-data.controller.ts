import { paymentRoutes } from '@concert/contracts/payment/http';
import { Handles, type AnswersOf, type CallsOf } from '@concert/service-kit/http/handles';
import { Controller } from '@nestjs/common';
import { BuyerData } from './buyer-data.ts';

@Controller()
export class PersonalDataController {
  constructor(private readonly buyers: BuyerData) {}

  @Handles(paymentRoutes.showPaymentData)
  data({ body }: CallsOf<typeof paymentRoutes>['showPaymentData']): Promise<AnswersOf<typeof paymentRoutes>['showPaymentData']> {
    return this.buyers.of(body.bookingIds);
  }
}
