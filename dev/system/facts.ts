// By path, so that the image of the one-shot jobs loads the contracts as sources: nothing is built there.
import { authFacts } from '../../contracts/auth/events.ts';
import { bookingFacts } from '../../contracts/booking/events.ts';
import type { FactKind } from '../../contracts/core/envelope.ts';
import { notifyFacts } from '../../contracts/notify/events.ts';
import { paymentFacts } from '../../contracts/payment/events.ts';

/** Every fact of the product. */
export const FACTS: readonly FactKind[] = [...authFacts, ...bookingFacts, ...notifyFacts, ...paymentFacts];
