import { runMigrateCommand } from '@concert/service-kit/migrations';
import { failToStart } from '@concert/service-kit/process';
import { databaseSettings, readSettings } from '@concert/service-kit/settings';
import { bookingServiceIndexes } from '../indexes.ts';
import { bookingMigrations } from '../migrations/migrations.ts';
import { bookingSettings } from '../settings.ts';

try {
  const settings = readSettings({ ...databaseSettings, CONCERT_STATE: bookingSettings.CONCERT_STATE });
  await runMigrateCommand('svc-booking', settings, bookingMigrations(settings.CONCERT_STATE), bookingServiceIndexes);
} catch (error) {
  failToStart(error);
}
