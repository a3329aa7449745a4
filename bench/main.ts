import { mkdtemp, rm } from 'node:fs/promises';
import { cpus, tmpdir, totalmem } from 'node:os';
import path from 'node:path';
import { freePortBase, planPorts } from '../dev/system/ports.ts';
import { Progress } from '../dev/system/progress.ts';
import { benchDoor } from './door.ts';
import { benchLighthouse } from './lighthouse.ts';
import { benchPublicPages } from './public-pages.ts';
import { benchPayments } from './payments.ts';
import { benchReports } from './reports.ts';
import { benchReserve } from './reserve.ts';
import { benchSignInTiming } from './sign-in-timing.ts';
import { benchMemory, benchStart } from './start-and-memory.ts';

const MEASUREMENTS = {
  memory: benchMemory,
  'public-pages': benchPublicPages,
  lighthouse: benchLighthouse,
  'sign-in-timing': benchSignInTiming,
  reserve: benchReserve,
  payments: benchPayments,
  reports: benchReports,
  door: benchDoor,
};

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !(name in MEASUREMENTS));
if (unknown.length > 0) {
  process.stderr.write(
    `There is no measurement named ${unknown.join(', ')}. Next: choose from ${Object.keys(MEASUREMENTS).join(', ')}, or name none for all.\n`,
  );
  process.exit(2);
}

/* Figures are taken in one run on one machine, which also runs the load: compare the ratios, not the digits. */
const dataFolder = await mkdtemp(path.join(tmpdir(), 'concert-bench-'));
const { PORT: _, ...env } = process.env;
const started = await benchStart({
  dataFolder,
  env,
  ports: planPorts({ PORT_BASE: String(await freePortBase()) }),
  progress: new Progress(false),
  // All buyers come from this one address here.
  settings: { gateway: { RATE_LIMIT_PER_MINUTE: '10000000', RATE_LIMIT_AUTH_PER_MINUTE: '10000000' } },
}).catch(async (error: unknown) => {
  await rm(dataFolder, { recursive: true, force: true });
  throw error;
});
try {
  process.stdout.write(`\n${cpus().length} cores, ${Math.round(totalmem() / 2 ** 30)} GB, Node ${process.versions.node}\n`);
  for (const [name, measure] of Object.entries(MEASUREMENTS)) if (wanted.length === 0 || wanted.includes(name)) await measure(started);
} finally {
  await started.stop();
  await rm(dataFolder, { recursive: true, force: true });
}
