import type { Faults } from './faults.ts';
import type { DueWork, Store } from './store.ts';

/** Records that something happened; the last argument names the fields that changed. */
export type EmitEvent = (type: string, object: unknown, previous?: Record<string, unknown>) => string;

/** What the owner of the account chose in its dashboard: it applies to every page that does not say otherwise. */
export interface Dashboard {
  adaptivePricing: boolean;
  methods: readonly ('card' | 'us_bank_account')[];
}

/** The hardest account for a shop: buyers may pay in their own currency, and by bank debit, which settles after days. */
export const ALL_PAYMENT_METHODS: Dashboard = { adaptivePricing: true, methods: ['card', 'us_bank_account'] };

/** Settings of an account. */
export interface AccountOptions {
  store: Store;
  emit: EmitEvent;
  faults: () => Faults;
  /** Milliseconds of the stand-in's clock. */
  now: () => number;
  publicUrl: () => string;
  /** How long a late card or refund takes. */
  lateMs: number;
  dashboard: Dashboard;
}

/** The stand-in's clock in whole seconds, as the provider tells times. */
export function secondsOf({ now }: AccountOptions): number {
  return Math.floor(now() / 1000);
}

/** Makes something happen by itself later, as late cards and refunds do. */
export function schedule({ store, now, lateMs }: AccountOptions, kind: DueWork['kind'], ref: string): void {
  store.put('due', { id: `${kind}_${ref}`, dueAt: now() + lateMs, kind, ref });
}
