import type { Migration } from '@concert/service-kit/store/migrations';
import { refundAttempts } from './0001-refund-attempts.ts';

/** Every migration of svc-payment's database. */
export const paymentMigrations: readonly Migration[] = [refundAttempts];
