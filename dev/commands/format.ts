import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { ROOT } from '@concert/machine-kit/rooms';

/* `npm run format`: lays every source file out as `npm run check` wants it. */
const prettier = path.join(ROOT, 'node_modules/.bin/prettier');
process.exitCode =
  spawnSync(process.execPath, [prettier, '--write', '--log-level', 'warn', '.'], { cwd: ROOT, stdio: 'inherit' }).status ?? 1;
