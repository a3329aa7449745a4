import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { spokenCode } from '@concert/contracts/booking/ticket-code';
import { Failure } from '@concert/machine-kit/failure';
import { findBrowser } from '@concert/machine-kit/browser';
import { until } from '@concert/test-kit/until';
import mongoose from 'mongoose';
import type { BrowserContext, Page } from 'playwright-core';
import { openPhone, signIn, untilKept } from '../../e2e/browser.ts';
import { makeDoorTickets } from '../../e2e/door-tickets.ts';
import { film, watchingFilm } from '../../e2e/film.ts';
import type { SystemAddress } from '../system/address.ts';
import { freePortBase, planPorts } from '../system/ports.ts';
import { Progress } from '../system/progress.ts';
import { reportAndExit } from '../system/report-and-exit.ts';
import { endOnSignals } from '../system/stop-on-signals.ts';
import { startSystem } from '../system/system.ts';
import { tryEvening } from './door/evening.ts';
import { typed, type Answer } from './door/typed.ts';
import { Verdict } from './fleet/verdict.ts';

/*
 * A phone at the door whose network stays away while it is restarted again and again: its browser is closed, or dies, and opened anew. Each
 * time it has to be ready from what it keeps, its camera too, and in the end the server has to have every scan. Then a whole evening at two
 * doors: see door/evening.ts.
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
  if (!Number.isInteger(restarts) || restarts < 2 || restarts * SCANS_A_START >= TICKETS)
    throw new Failure(`The restarts must be a number from 2 to ${TICKETS / SCANS_A_START - 1}.`, 'for example: npm run verify:door -- 20');
  return restarts;
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
  const open = (offline: boolean, extra: readonly string[] = []) => openPhone(profile, { site: system.site, offline, extra });
  const admin = system.accounts.find(({ role }) => role === 'admin')!;
  let { context, page } = await open(false);
  await signIn(page, admin);
  await page.goto('/door');
  await page.getByText(/on this device, encrypted/).waitFor();
  await untilKept(page);
  await stop(context, page, false);

  /* What the camera sees is a film that cannot change while a browser runs. */
  const seen = async (code: string): Promise<Answer> => {
    const place = path.join(folder, 'ticket.y4m');
    await writeFile(place, film(code));
    ({ context, page } = await open(true, watchingFilm(place)));
    await start(page, system.site);
    const began = performance.now();
    await page.getByRole('button', { name: 'Start the camera' }).click();
    const answer = page.getByText('The ticket is good.');
    const admitted = await answer.waitFor().then(
      () => true,
      () => false,
    );
    const ms = performance.now() - began;
    verdict.demand(admitted, `the camera reads a ticket after a restart without network, ${ms.toFixed(0)} ms after it was started`);
    await stop(context, page, false);
    return { ms, admitted };
  };

  const [ready, answers]: [number[], Answer[]] = [[], []];
  for (let round = 0; round < restarts; round += 1) {
    ({ context, page } = await open(true));
    ready.push(await start(page, system.site));
    for (const code of codes.slice(round * SCANS_A_START, (round + 1) * SCANS_A_START)) answers.push(await typed(page, spokenCode(code)!));
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

  answers.push(await seen(codes[restarts * SCANS_A_START]!));

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
    await tryEvening(system, verdict);
  } finally {
    await end();
  }
}

await verify().catch(reportAndExit);
verdict.end();
