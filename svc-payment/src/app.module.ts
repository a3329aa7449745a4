import { paymentProblems } from '@concert/contracts/payment/problems';
import type { ServiceDefinition } from '@concert/service-kit/service';
import { BookingFactsModule } from './booking-facts/booking-facts.module.ts';
import { CancellationModule } from './cancellation/cancellation.module.ts';
import { CheckoutModule } from './checkout/checkout.module.ts';
import { bookingProblems } from './checkout/http-payable-bookings.ts';
import { paymentIndexes } from './indexes.ts';
import { MoneyCheckModule } from './money-check/money-check.module.ts';
import { PersonalDataModule } from './personal-data/personal-data.module.ts';
import { ReadinessModule } from './readiness/readiness.module.ts';
import { ReconcilerModule } from './reconciler/reconciler.module.ts';
import { RefundsModule } from './refunds/refunds.module.ts';
import { assertOwnProvider, type PaymentSettings } from './settings.ts';
import { WebhooksModule } from './webhooks/webhooks.module.ts';

/**
 * Defines svc-payment for the kit to start.
 * @throws SettingsError when the key is of another kind than was told, or would be sent to where it does not belong
 */
export function paymentService(settings: PaymentSettings): ServiceDefinition<PaymentSettings> {
  assertOwnProvider(settings);
  return {
    name: 'svc-payment',
    settings,
    problems: { ...bookingProblems, ...paymentProblems },
    modules: [
      CheckoutModule,
      WebhooksModule,
      ReconcilerModule,
      BookingFactsModule,
      RefundsModule,
      CancellationModule,
      MoneyCheckModule,
      PersonalDataModule,
      ReadinessModule,
    ],
    indexes: paymentIndexes,
  };
}
