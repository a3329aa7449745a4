import { paymentRoutes } from '@concert/contracts/payment/http';
import { Handles, type AnswersOf, type CallsOf } from '@concert/service-kit/http/handles';
import { Controller } from '@nestjs/common';
import { CreatePayment } from './create-payment.ts';
import { ProcessDetails } from './process-details.ts';

type In = CallsOf<typeof paymentRoutes>;
type Out = AnswersOf<typeof paymentRoutes>;

@Controller()
export class CheckoutController {
  constructor(
    private readonly createPayment: CreatePayment,
    private readonly processDetails: ProcessDetails,
  ) {}

  @Handles(paymentRoutes.createPayment)
  create({ body, who, key }: In['createPayment']): Promise<Out['createPayment']> {
    return this.createPayment.create(body, who, key);
  }

  @Handles(paymentRoutes.processDetails)
  process({ body, who }: In['processDetails']): Promise<Out['processDetails']> {
    return this.processDetails.process(body, who);
  }
}
