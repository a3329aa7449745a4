import type { FakeProvider } from './fake-provider.harness.ts';

/** What becomes of the payment, step by step, drawn with these weights. */
export const PAYMENTS: readonly (readonly [
  weight: number,
  name: string,
  steps: readonly ((provider: FakeProvider, page: string) => void)[],
])[] = [
  [
    8,
    'paid at once',
    [(provider, page) => provider.become(page, 'paid', 'payment_intent.succeeded', 'checkout.session.completed', 'charge.succeeded')],
  ],
  [
    3,
    'paid after a while',
    [
      (provider, page) => provider.become(page, 'processing', 'checkout.session.completed'),
      (provider, page) => provider.become(page, 'paid', 'checkout.session.async_payment_succeeded'),
    ],
  ],
  [
    1,
    'completed, and the money never came',
    [
      (provider, page) => provider.become(page, 'processing', 'checkout.session.completed'),
      (provider, page) => provider.become(page, 'failed', 'checkout.session.async_payment_failed'),
    ],
  ],
  [1, 'never paid', [(provider, page) => provider.become(page, 'expired', 'checkout.session.expired')]],
  [
    1,
    'told as expired and as completed',
    [(provider, page) => provider.become(page, 'paid', 'checkout.session.expired', 'checkout.session.completed')],
  ],
];
