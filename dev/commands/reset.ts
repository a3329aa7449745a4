import { rm } from 'node:fs/promises';
import { Failure } from '@concert/machine-kit/failure';
import { reportAndExit } from '../system/report-and-exit.ts';
import { lockHolder } from '@concert/machine-kit/lock';
import { clearOrphans } from '@concert/machine-kit/orphans';
import { DATA_FOLDER } from './start.ts';
import { systemFilePaths } from '../system/address.ts';

/** Forgets all data, logs and secrets of the local system; refuses while it runs. */
export async function reset(dataFolder: string): Promise<void> {
  const files = systemFilePaths(dataFolder);
  const holder = await lockHolder(files.lock);
  if (holder !== undefined)
    throw new Failure(
      `The system is running (process ${holder}), so its data are not deleted.`,
      `stop it with Ctrl-C in its terminal or: kill ${holder}; then run npm run reset again`,
    );
  await clearOrphans(files.processes);
  await rm(dataFolder, { recursive: true, force: true });
}

if (import.meta.main) {
  await reset(DATA_FOLDER).then(
    () => console.log('All data, logs and secrets of the local system are deleted; npm start begins anew.'),
    reportAndExit,
  );
}
