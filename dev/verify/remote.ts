import { createHash } from 'node:crypto';
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { globSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { findBrowser } from '@concert/machine-kit/browser';
import { Failure } from '@concert/machine-kit/failure';
import { freePorts } from '@concert/machine-kit/ports';
import { isHealthy, run, startProcess, untilReady, type Running } from '@concert/machine-kit/processes';
import { until } from '@concert/test-kit/until';
import { chromium, type Browser, type Locator, type Page } from 'playwright-core';
import { keepFiles } from '../../deploy/keep-files.ts';
import { OFFLINE_BROWSER_FLAGS } from '@concert/test-kit/browser';
import { Balancer } from '../system/fleet/balancer.ts';
import { Verdict } from './fleet/verdict.ts';
import { build } from '@concert/machine-kit/build';
import { reportAndExit } from '../system/report-and-exit.ts';
import { freePortBase, planPorts } from '../system/ports.ts';
import { Progress } from '../system/progress.ts';
import { ROOT } from '@concert/machine-kit/rooms';
import { endOnSignals } from '../system/stop-on-signals.ts';
import { startSystem, type System } from '../system/system.ts';

/*
 * A new build of one remote is deployed to a running system as docs/operate.md says: built separately, with the files of the build before,
 * its two copies replaced one after the other. A new visit gets its screens, open tabs keep working, and neither shell nor gateway is built
 * or restarted.
 */

const ROOM = 'mfe-public';
const REMOTE = 'public';
/** A screen with a file of its own, fetched when somebody gets there. */
const SCREEN = '/the-composer';
const NEW_WORDS = 'These words came with a new build of this remote.';
const NOT_COPIED = new Set(['node_modules', 'dist', '.git', '.cache', '.data']);
const BUILD_MS = 600_000;
const READY_MS = 60_000;
/** As long as the balancer needs to send nothing more to a copy that goes. */
const DRAIN_MS = 1_500;

const verdict = new Verdict();
const atEnd = endOnSignals();

/** Builds the remote with other words in a copy of this checkout. @returns the words before, and the folder of the new build */
async function buildNext(folder: string): Promise<{ words: string; dist: string }> {
  await cp(ROOT, folder, { recursive: true, filter: (source) => !NOT_COPIED.has(path.basename(source)) });
  for (const modules of ['node_modules', ...globSync('*/node_modules', { cwd: ROOT })])
    await run('cp', ['-al', path.join(ROOT, modules), path.join(folder, modules)]);
  const texts = path.join(folder, ROOM, 'src/texts.ts');
  const text = await readFile(texts, 'utf8');
  const words = /\bcomposer: \{\s*lede: '([^']+)'/.exec(text)?.[1];
  if (!words) throw new Failure(`${ROOM} has no words for ${SCREEN} where they were expected.`, 'look at dev/verify/remote.ts.');
  await writeFile(texts, text.replace(words, NEW_WORDS));
  const { code, output } = await run(process.execPath, ['dev/commands/build.ts', ROOM], { cwd: folder, withinMs: BUILD_MS });
  if (code !== 0)
    throw new Failure(`The new build failed:\n${output.trim().split('\n').slice(-12).join('\n')}`, 'mend what is named above.');
  return { words, dist: path.join(folder, ROOM, 'dist') };
}

/** One number for every byte of a folder. */
async function sumOf(folder: string): Promise<string> {
  const hash = createHash('sha256');
  for (const entry of (await readdir(folder, { recursive: true, withFileTypes: true }))
    .filter((one) => one.isFile())
    .sort((a, b) => (path.join(a.parentPath, a.name) < path.join(b.parentPath, b.name) ? -1 : 1))) {
    hash
      .update(path.relative(folder, path.join(entry.parentPath, entry.name)))
      .update(await readFile(path.join(entry.parentPath, entry.name)));
  }
  return hash.digest('hex');
}

/** One copy of what the remote's image runs. */
async function serve(folder: string, port: number, logs: string): Promise<Running> {
  const env = { PATH: process.env.PATH ?? '', SERVICE_PORT: String(port), WEB_ROOT: folder };
  const running = await startProcess({
    name: `${ROOM}-${port}`,
    command: process.execPath,
    args: [path.join(ROOT, 'gateway/dist/web-server.js')],
    env,
    logFile: path.join(logs, `${ROOM}-${port}.log`),
  });
  await untilReady(running, () => isHealthy(`http://127.0.0.1:${port}/health/ready`), READY_MS);
  return running;
}

/** A fresh visitor, who notes files that are not there. */
async function visitor(browser: Browser, site: string, missing: string[]): Promise<Page> {
  const page = await (await browser.newContext({ baseURL: site })).newPage();
  page.setDefaultTimeout(READY_MS);
  page.on(
    'response',
    (response) =>
      void (
        response.status() >= 400 &&
        new URL(response.url()).pathname.startsWith('/remotes/') &&
        missing.push(`${response.status()} ${new URL(response.url()).pathname}`)
      ),
  );
  return page;
}

interface Stoppable {
  stop(): Promise<void> | void;
}

interface Build {
  readonly dist: string;
  readonly logs: string;
}

const goTo = (page: Page) => page.locator(`header a[href="${SCREEN}"]`).first().click();

const appears = (screen: Locator): Promise<boolean> =>
  screen
    .first()
    .waitFor()
    .then(
      () => true,
      () => false,
    );

interface Copies {
  readonly ports: readonly number[];
  readonly balancer: Balancer;
  /** What runs on each of the ports. */
  readonly running: Running[];
}

/** Two copies of a build behind a balancer, and how to stop them. */
async function serveTwice(before: string, logs: string, started: Stoppable[]): Promise<Copies> {
  const [front = 0, ...ports] = await freePorts(3);
  const balancer = await Balancer.open(front, ports);
  started.push({ stop: () => balancer.close() });
  const running = await Promise.all(ports.map((port) => serve(before, port, logs)));
  started.push({ stop: () => Promise.allSettled(running.map((copy) => copy.stop())).then(() => undefined) });
  for (const port of ports) await until(`the copy on ${port} is ready`, () => balancer.isReady(port), Boolean, { withinMs: READY_MS });
  return { ports, balancer, running };
}

async function startWith(remote: string, folder: string, progress: Progress): Promise<System> {
  const { PORT: _port, NODE_ENV: _mode, ...env } = process.env;
  const remotes = JSON.stringify({
    [REMOTE]: remote,
    booking: path.join(ROOT, 'mfe-booking/dist'),
    admin: path.join(ROOT, 'mfe-admin/dist'),
  });
  return startSystem({
    dataFolder: path.join(folder, 'data'),
    ports: planPorts({ PORT_BASE: String(await freePortBase()) }),
    env,
    settings: { gateway: { WEB_REMOTES: remotes } },
    progress,
  });
}

/** Replaces one copy after the other by the new build while somebody visits, and notes files that are not there. */
async function replaceUnderVisits({ ports, balancer, running }: Copies, next: Build, site: string, missing: string[]): Promise<void> {
  let visits = 0;
  let asked = 0;
  let going = true;
  const visiting = (async () => {
    while (going) {
      const html = await (await fetch(site + SCREEN)).text();
      visits += 1;
      for (const [, file] of html.matchAll(/(?:src|href)="(\/remotes\/[^"]+\.(?:js|css))"/g)) {
        const { status } = await fetch(site + file);
        asked += 1;
        if (status !== 200) missing.push(`${status} ${file} (a visit while copies of both builds answer)`);
      }
      await pause(50);
    }
  })();
  for (const [index, port] of ports.entries()) {
    balancer.drain(port);
    await pause(DRAIN_MS);
    await running[index]!.stop();
    running[index] = await serve(next.dist, port, next.logs);
    balancer.renew(port);
    await until(`the new copy on ${port} is ready`, () => balancer.isReady(port), Boolean, { withinMs: READY_MS });
    await pause(DRAIN_MS);
  }
  going = false;
  await visiting;
  console.log(`     ${visits} visits while the copies were replaced, ${asked} files asked for`);
}

/** A fresh visit, and a tab that was open before. */
async function assertBothGoOn(fresh: Page, open: Page, words: string, missing: readonly string[]): Promise<void> {
  await fresh.goto('/');
  await goTo(fresh);
  verdict.assertThat(await appears(fresh.getByText(NEW_WORDS)), 'a fresh visit gets the new screen');
  await goTo(open);
  verdict.assertThat(await appears(open.getByText(words)), 'a tab that was open before goes on to a screen it had not fetched yet');
  verdict.assertThat(
    missing.length === 0,
    missing.length === 0 ? 'no file was missing' : `missing: ${[...new Set(missing)].slice(0, 6).join(', ')}`,
  );
}

/** Two builds later the files are gone: the tab is told so, and continues with what there is. */
async function assertRenewal(older: Page, dist: string, kept: readonly string[]): Promise<void> {
  for (const name of kept) await rm(path.join(dist, name));
  await goTo(older);
  const again = older.getByRole('main').getByRole('button', { name: 'Try again' });
  const told = await again.waitFor().then(
    () => true,
    () => false,
  );
  if (told) await again.click();
  const renewed = told && (await appears(older.getByText(NEW_WORDS)));
  verdict.assertThat(renewed, 'a tab whose files are gone is told to try again, and gets the new screen');
}

async function verify(): Promise<void> {
  const progress = new Progress(false);
  const folder = await mkdtemp(path.join(tmpdir(), 'concert-remote-'));
  const started: Stoppable[] = [];
  const end = async () => {
    for (const one of started.splice(0).reverse()) await one.stop();
    await rm(folder, { recursive: true, force: true });
  };
  atEnd(end);
  try {
    await progress.step('This version built', () => build());
    const [before, shell] = [path.join(folder, 'before'), path.join(ROOT, 'shell/dist')];
    await cp(path.join(ROOT, ROOM, 'dist'), before, { recursive: true });
    const shellBefore = await sumOf(shell);
    const { words, dist } = await progress.step(`${ROOM} built again with other words`, () => buildNext(path.join(folder, 'next')));

    const copies = await serveTwice(before, folder, started);
    const system = await startWith(copies.balancer.url, folder, progress);
    started.push(system);
    const browser = await chromium.launch({
      executablePath: await findBrowser({ env: process.env }),
      headless: true,
      args: [...OFFLINE_BROWSER_FLAGS],
    });
    started.push({ stop: () => browser.close() });
    const gateway = system.part('gateway').pid;

    console.log('\nA new build of one remote');
    const missing: string[] = [];
    const [open, older] = [await visitor(browser, system.site, missing), await visitor(browser, system.site, [])];
    for (const page of [open, older]) {
      await page.goto('/');
      await page.locator('main').getByRole('heading', { level: 1 }).first().waitFor();
    }

    const kept = await keepFiles(before, dist);
    console.log(`     ${kept.length} files of the build before are kept beside the new ones`);
    await replaceUnderVisits(copies, { dist, logs: folder }, system.site, missing);
    await assertBothGoOn(await visitor(browser, system.site, missing), open, words, missing);
    await assertRenewal(older, dist, kept);
    verdict.assertThat(
      (await sumOf(shell)) === shellBefore && system.part('gateway').pid === gateway,
      'the shell is the same to the byte, and the gateway the same process',
    );
  } finally {
    await end();
  }
}

await verify().catch(reportAndExit);
verdict.end();
