import { authFacts } from './auth/events.ts';
import { bookingFacts } from './booking/events.ts';
import type { FactKind } from './core/envelope.ts';
import { notifyFacts } from './notify/events.ts';
import { paymentFacts } from './payment/events.ts';

/** Every fact of the product. */
export const FACTS: readonly FactKind[] = [...authFacts, ...bookingFacts, ...notifyFacts, ...paymentFacts];
