import { createLog } from '@concert/service-kit/process/log';
import { runProcess } from '@concert/service-kit/process/process';
import { readSettings } from '@concert/service-kit/process/settings';
import { z } from 'zod';

/* A process as the others are, with one setting of its own that a file may hold. */

const shape = { A_KEY: z.string(), RESTART_FOR_NEW_SETTINGS: z.string().transform((value) => value === 'true') };

await runProcess({
  names: Object.keys(shape),
  read: () => readSettings(shape),
  start: () => {
    const log = createLog('svc-probe', 'info');
    const alive = setInterval(() => undefined, 1_000);
    log.info('listening');
    return Promise.resolve({ log, stop: () => Promise.resolve(clearInterval(alive)) });
  },
  settingsOf: (settings) => ({ ...settings, SHUTDOWN_SECONDS: 5 }),
});
