import { runMigrateCommand } from '@concert/service-kit/migrations';
import { failToStart } from '@concert/service-kit/process';
import { readSettings } from '@concert/service-kit/settings';
import { bookingServiceIndexes } from '../indexes.ts';
import { bookingMigrations } from '../migrations/migrations.ts';
import { bookingSettings } from '../settings.ts';

try {
  const { MONGO_URL, CONCERT_STATE } = readSettings({ MONGO_URL: bookingSettings.MONGO_URL, CONCERT_STATE: bookingSettings.CONCERT_STATE });
  await runMigrateCommand('svc-booking', MONGO_URL, bookingMigrations(CONCERT_STATE), bookingServiceIndexes);
} catch (error) {
  failToStart(error);
}
