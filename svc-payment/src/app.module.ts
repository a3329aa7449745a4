import { paymentProblems } from '@concert/contracts/payment/problems';
import type { ServiceDefinition } from '@concert/service-kit/service';
import { BookingFactsModule } from './booking-facts/booking-facts.module.ts';
import { BooksModule } from './books/books.module.ts';
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

/** Defines svc-payment for the kit. @throws SettingsError when the key's kind is not the one told, or would go where it may not */
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
      BooksModule,
      PersonalDataModule,
      ReadinessModule,
    ],
    indexes: paymentIndexes,
  };
}
