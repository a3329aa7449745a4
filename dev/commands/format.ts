import path from 'node:path';
import { run } from '@concert/machine-kit/processes';
import { reportAndExit } from '../system/report-and-exit.ts';
import { Progress } from '../system/progress.ts';
import { ROOT } from '@concert/machine-kit/rooms';

/** `npm run format`: lays every source file out as `npm run check` wants it. */
async function format(progress = new Progress()): Promise<void> {
  await progress.step('Format', async () => {
    const { code, output } = await run(
      process.execPath,
      [path.join(ROOT, 'node_modules/.bin/prettier'), '--write', '--log-level', 'warn', '.'],
      { cwd: ROOT, withinMs: 120_000 },
    );
    if (code !== 0) throw new Error(output.trim() || `prettier ended with code ${code}`);
  });
}

await format().catch(reportAndExit);
