import { paymentRoutes } from '@concert/contracts/payment/http';
import { Handles, type AnswersOf } from '@concert/service-kit/http/handles';
import { Controller } from '@nestjs/common';
import { ShowReadiness } from './show-readiness.ts';

@Controller()
export class ReadinessController {
  constructor(private readonly readiness: ShowReadiness) {}

  @Handles(paymentRoutes.showPaymentReadiness)
  show(): Promise<AnswersOf<typeof paymentRoutes>['showPaymentReadiness']> {
    return this.readiness.show();
  }
}
