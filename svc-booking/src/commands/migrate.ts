import { runMigrateCommand } from '@concert/service-kit/migrations';
import { failToStart } from '@concert/service-kit/process/process';
import { readMigrationSettings, readSettings } from '@concert/service-kit/process/settings';
import { bookingServiceCollections, bookingServiceIndexes } from '../indexes.ts';
import { bookingMigrations } from '../migrations/migrations.ts';
import { bookingSettings } from '../settings.ts';

try {
  const { CONCERT_STATE } = readSettings({ CONCERT_STATE: bookingSettings.CONCERT_STATE });
  await runMigrateCommand('svc-booking', readMigrationSettings(), {
    migrations: bookingMigrations(CONCERT_STATE),
    collections: bookingServiceCollections,
    indexes: bookingServiceIndexes,
  });
} catch (error) {
  failToStart(error);
}
