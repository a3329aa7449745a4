import { runMigrateCommand } from '@concert/service-kit/migrations';
import { readSettings } from '@concert/service-kit/process/settings';
import { bookingServiceCollections, bookingServiceIndexes } from '../indexes.ts';
import { bookingMigrations } from '../migrations/migrations.ts';
import { bookingSettings } from '../settings.ts';

await runMigrateCommand('svc-booking', {
  migrations: () => bookingMigrations(readSettings({ CONCERT_STATE: bookingSettings.CONCERT_STATE }).CONCERT_STATE),
  collections: bookingServiceCollections,
  indexes: bookingServiceIndexes,
});
