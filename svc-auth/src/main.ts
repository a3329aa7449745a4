import { runService } from '@concert/service-kit/service';
import { authService } from './app.module.ts';
import { authSettings } from './settings.ts';

await runService(authSettings, authService);
