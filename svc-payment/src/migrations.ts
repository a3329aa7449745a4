import type { Migration } from '@concert/service-kit/migrations';
import { refundAttempts } from './migrations/0001-refund-attempts.ts';

/** Every migration of svc-payment's database. */
export const paymentMigrations: readonly Migration[] = [refundAttempts];
