import { databaseAccountsOf, type DatabaseAccounts } from '@concert/machine-kit/database-accounts';
import type { ServiceName } from '@concert/machine-kit/rooms';
import type { Secrets } from './secrets.ts';

/** The database of each service. */
export const DATABASES: Readonly<Record<ServiceName, string>> = {
  'svc-auth': 'auth',
  'svc-booking': 'booking',
  'svc-payment': 'payment',
  'svc-notify': 'notify',
};

/** The accounts of a service's database. */
export function databaseAccounts({ mongo, mongoMigration }: Secrets, service: ServiceName): DatabaseAccounts {
  return databaseAccountsOf(service, { runTime: mongo[service], migration: mongoMigration[service] });
}
