import type { Identity } from '@concert/contracts/core/identity';
import type { AnswerOf, CallOf } from '@concert/contracts/core/route';
import { paymentRoutes } from '@concert/contracts/payment/http';
import { Call, Handles, Key, Who } from '@concert/service-kit/handles';
import { Controller } from '@nestjs/common';
import { CreatePayment } from './create-payment.ts';
import { ProcessDetails } from './process-details.ts';

type Routes = typeof paymentRoutes;

@Controller()
export class SessionsController {
  constructor(
    private readonly createPayment: CreatePayment,
    private readonly processDetails: ProcessDetails,
  ) {}

  @Handles(paymentRoutes.createPayment)
  create(
    @Call() call: CallOf<Routes['createPayment']>,
    @Who() who: Identity,
    @Key() key: string | undefined,
  ): Promise<AnswerOf<Routes['createPayment']>> {
    return this.createPayment.create(call.body, who, key);
  }

  @Handles(paymentRoutes.processDetails)
  process(@Call() call: CallOf<Routes['processDetails']>, @Who() who: Identity | undefined): Promise<AnswerOf<Routes['processDetails']>> {
    return this.processDetails.process(call.body, who);
  }
}
