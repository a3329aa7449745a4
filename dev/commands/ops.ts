import path from 'node:path';
import { reportAndExit } from '../system/report-and-exit.ts';
import { parseCommand } from './ops/commands.ts';
import { Operation } from './ops/operation.ts';
import { ROOT } from '@concert/machine-kit/rooms';

async function ops(args: readonly string[]): Promise<void> {
  const asked = parseCommand(args);
  if ('show' in asked) return void process.stdout.write(asked.show);
  const operation = new Operation(asked.flags, process.env, path.resolve(asked.data ?? path.join(ROOT, '.data')));
  try {
    await asked.command.run(operation, asked.words);
    process.exitCode = operation.exitCode;
  } finally {
    await operation.close();
  }
}

await ops(process.argv.slice(2)).catch(reportAndExit);
