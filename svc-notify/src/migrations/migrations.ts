import type { Migration } from '@concert/service-kit/store/migrations';
import { deliveryOfMails } from './0001-delivery-of-mails.ts';

/** Every migration of svc-notify's database, oldest first. */
export const notifyMigrations: readonly Migration[] = [deliveryOfMails];
