import { paymentRoutes } from '@concert/contracts/payment/http';
import { controllerOf } from '@concert/service-kit/http/controller-of';
import { ShowReadiness } from './show-readiness.ts';

export const ReadinessController = controllerOf(
  paymentRoutes,
  { readiness: ShowReadiness },
  { showPaymentReadiness: (_, { readiness }) => readiness.show() },
);
