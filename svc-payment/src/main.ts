import { runService } from '@concert/service-kit/service';
import { paymentService } from './app.module.ts';
import { paymentSettings } from './settings.ts';

await runService(paymentSettings, paymentService);
