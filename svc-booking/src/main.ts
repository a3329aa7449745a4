import { runService } from '@concert/service-kit/service';
import { bookingService } from './app.module.ts';
import { bookingSettings } from './settings.ts';

await runService(bookingSettings, bookingService);
