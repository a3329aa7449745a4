import { paymentRoutes } from '@concert/contracts/payment/http';
import { controllerOf } from '@concert/service-kit/http/controller-of';
import { BuyerData } from './buyer-data.ts';

export const PersonalDataController = controllerOf(
  paymentRoutes,
  { buyers: BuyerData },
  { showPaymentData: ({ body }, { buyers }) => buyers.of(body.bookingIds) },
);
