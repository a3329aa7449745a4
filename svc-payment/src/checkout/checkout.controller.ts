import { paymentRoutes } from '@concert/contracts/payment/http';
import { controllerOf } from '@concert/service-kit/http/controller-of';
import { CreatePayment } from './create-payment.ts';
import { ProcessDetails } from './process-details.ts';

export const CheckoutController = controllerOf(
  paymentRoutes,
  { creating: CreatePayment, processing: ProcessDetails },
  {
    createPayment: ({ body, who, key }, { creating }) => creating.create(body, who, key),
    payOffer: ({ body: { bookingId, ref2 } }, { creating }) => creating.pageOf(bookingId, { ref2 }),
    processDetails: ({ body, who }, { processing }) => processing.process(body, who),
  },
);
