import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { spokenCode } from '@concert/contracts/booking/ticket-code';
import { Failure } from '@concert/machine-kit/failure';
import { findBrowser } from '@concert/machine-kit/browser';
import { until } from '@concert/test-kit/until';
import mongoose from 'mongoose';
import type { BrowserContext, Page } from 'playwright-core';
import { openPhone, signIn } from '../../e2e/browser.ts';
import { makeDoorTickets } from '../../e2e/door-tickets.ts';
import type { SystemAddress } from '../system/address.ts';
import { freePortBase, planPorts } from '../system/ports.ts';
import { Progress } from '../system/progress.ts';
import { reportAndExit } from '../system/report-and-exit.ts';
import { endOnSignals } from '../system/stop-on-signals.ts';
import { startSystem } from '../system/system.ts';
import { Verdict } from './fleet/verdict.ts';

/*
 * A phone at the door whose network stays away while it is restarted again and again: its browser is closed, or dies, and opened anew. Each
 * time it has to be ready from what it keeps, and in the end the server has to have every scan.
 */

const RESTARTS = 100;
const SCANS_A_START = 10;
/** The list holds more tickets than come to this door. */
const TICKETS = 4_000;
const READY_MS = 2_000;
const VERDICT_MS = 150;

const verdict = new Verdict();
const atEnd = endOnSignals();

function restartsAsked(): number {
  const [given = String(RESTARTS)] = process.argv.slice(2);
  const restarts = Number(given);
  if (!Number.isInteger(restarts) || restarts < 2 || restarts * SCANS_A_START > TICKETS)
    throw new Failure(`The restarts must be a number from 2 to ${TICKETS / SCANS_A_START}.`, 'for example: npm run verify:door -- 20');
  return restarts;
}

/** Types a code as a hand scanner does, and measures in the page until its answer is there. */
const TYPE = `((code) => new Promise((resolve) => {
  const input = document.querySelector('input[name=code]');
  const region = document.querySelector('[role=status][aria-live=assertive]');
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set.call(input, code);
  input.dispatchEvent(new Event('input', { bubbles: true }));
  requestAnimationFrame(() => {
    const began = performance.now();
    const look = new MutationObserver(() => {
      const shown = region.firstElementChild;
      if (shown.dataset.seen || !/Let in|Do not let in/.test(shown.textContent)) return;
      shown.dataset.seen = 'yes';
      look.disconnect();
      resolve({ ms: performance.now() - began, admitted: !shown.textContent.includes('Do not let in') });
    });
    look.observe(region, { childList: true, subtree: true });
    input.form.requestSubmit();
  });
}))`;

interface Answer {
  readonly ms: number;
  readonly admitted: boolean;
}

/** Opens the door without network; how long it took until a code can be checked, counted from when the address is asked for. */
async function start(page: Page, site: string): Promise<number> {
  const began = performance.now();
  await page.goto(`${site}/door`, { waitUntil: 'commit' });
  await page.getByText('No network: this device decides by its own list').waitFor();
  await page.getByLabel('Code').waitFor();
  return performance.now() - began;
}

/** Ends the browser: every other time it dies without having been told. */
async function stop(context: BrowserContext, page: Page, dies: boolean): Promise<void> {
  const closed = context.waitForEvent('close');
  if (dies) {
    const session = await context.newCDPSession(page);
    await session.send('Browser.crash').catch(() => undefined);
  } else await context.close();
  await closed;
}

function told(what: string, all: readonly number[], limit: number): void {
  const sorted = all.toSorted((one, other) => one - other);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
  const [middle, p99, last] = [at(0.5), at(0.99), at(1)].map((ms) => ms.toFixed(0));
  verdict.demand(
    at(0.99) <= limit,
    `${what}: ${all.length} times, median ${middle} ms, p99 ${p99} ms, slowest ${last} ms; at most ${limit} ms`,
  );
}

async function tryPhone(system: SystemAddress, folder: string, restarts: number): Promise<void> {
  process.env.CHROME_PATH ??= await findBrowser({ env: process.env });
  const { codes } = await makeDoorTickets(system, TICKETS);
  const profile = path.join(folder, 'phone');
  const open = (offline: boolean) => openPhone(profile, { site: system.site, offline });
  const admin = system.accounts.find(({ role }) => role === 'admin')!;
  let { context, page } = await open(false);
  await signIn(page, admin);
  await page.goto('/door');
  await page.getByText(/on this device, encrypted/).waitFor();
  await until(
    'the page is kept on the phone',
    () => page.evaluate<boolean>("caches.match('/offline-whole').then((found) => found !== undefined)"),
    (kept) => kept,
    { withinMs: 30_000 },
  );
  await stop(context, page, false);

  const [ready, answers]: [number[], Answer[]] = [[], []];
  for (let round = 0; round < restarts; round += 1) {
    ({ context, page } = await open(true));
    ready.push(await start(page, system.site));
    for (const code of codes.slice(round * SCANS_A_START, (round + 1) * SCANS_A_START))
      answers.push(await page.evaluate<Answer>(`${TYPE}(${JSON.stringify(spokenCode(code))})`));
    await stop(context, page, round % 2 === 1);
  }
  verdict.demand(
    answers.every(({ admitted }) => admitted),
    `${answers.length} good tickets were let in without network, over ${restarts} restarts`,
  );
  told('ready after a restart without network', ready, READY_MS);
  told(
    'verdict without network',
    answers.map(({ ms }) => ms),
    VERDICT_MS,
  );

  const booking = await mongoose.createConnection(system.mongo['svc-booking']).asPromise();
  try {
    ({ context, page } = await open(false));
    await page.goto(`${system.site}/door`);
    const signedOut = page.getByText('You are logged out');
    await page.getByText('Connected').or(signedOut).first().waitFor();
    if (await signedOut.isVisible()) await signIn(page, admin).then(() => page.goto('/door'));
    const stored = await until(
      'the server has every scan',
      () => booking.collection('admissions').countDocuments(),
      (count) => count >= answers.length,
      { withinMs: 120_000 },
    ).catch(() => booking.collection('admissions').countDocuments());
    verdict.demand(stored === answers.length, `the server has ${stored} of ${answers.length} scans, each once`);
    await context.close();
  } finally {
    await booking.close();
  }
}

async function verify(): Promise<void> {
  const restarts = restartsAsked();
  const { PORT: _port, PORT_BASE: _base, ...env } = process.env;
  const folder = await mkdtemp(path.join(tmpdir(), 'concert-door-'));
  const system = await startSystem({
    dataFolder: path.join(folder, 'system'),
    env,
    ports: planPorts({ PORT_BASE: String(await freePortBase()) }),
    progress: new Progress(false),
  });
  const end = async () => {
    await system.stop();
    await rm(folder, { recursive: true, force: true });
  };
  atEnd(end);
  try {
    await tryPhone(system, folder, restarts);
  } finally {
    await end();
  }
}

await verify().catch(reportAndExit);
verdict.end();
