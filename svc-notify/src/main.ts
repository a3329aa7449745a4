import { runService } from '@concert/service-kit/service';
import { notifyService } from './app.module.ts';
import { notifySettings } from './settings.ts';

await runService(notifySettings, notifyService);
