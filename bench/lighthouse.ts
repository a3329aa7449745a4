import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PAGES } from '@concert/contracts/site/pages';
import { findBrowser } from '@concert/machine-kit/browser';
import { freePort } from '@concert/machine-kit/ports';
import lighthouse, { type RunnerResult } from 'lighthouse';
import { chromium } from 'playwright-core';
import type { SystemAddress } from '../dev/system/address.ts';
import { line, median, ratio } from './figures.ts';

const RUNS = 3;

/** Recording a page fails now and then without a fault of the page. */
const TRIES = 3;

/** The least a public page may score, of 1. */
const LEAST = { performance: 0.95, accessibility: 1, 'best-practices': 1, seo: 1 } as const;

type Category = keyof typeof LEAST;

/** Lighthouse's scores of every public page as a phone sees it: the median of three runs, and why anything falls short. */
export async function benchLighthouse(system: SystemAddress): Promise<void> {
  const port = await freePort();
  const folder = await mkdtemp(path.join(tmpdir(), 'concert-lighthouse-'));
  const browser = await chromium.launchPersistentContext(folder, {
    executablePath: await findBrowser(),
    headless: true,
    args: [`--remote-debugging-port=${port}`, '--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-quic'],
  });
  try {
    for (const { path: page } of PAGES.filter(({ remote, access }) => remote === 'public' && access === 'public')) {
      const visits: Visit[] = [];
      for (let run = 0; run < RUNS; run += 1) visits.push(await look(system.site + page, port));
      for (const [category, least] of Object.entries(LEAST) as [Category, number][]) {
        const score = median(visits.map(({ scores }) => scores[category]));
        line(`${page}, Lighthouse ${category}`, score.toFixed(2), `${ratio(score / least)} of what it has to be`);
      }
      const middle = visits.toSorted((one, other) => one.scores.performance - other.scores.performance)[Math.floor(RUNS / 2)];
      if (middle) line(`${page}, as Lighthouse times it`, middle.timing, middle.short.join(', '));
    }
  } finally {
    await browser.close();
    await rm(folder, { recursive: true, force: true });
  }
}

type Result = RunnerResult['lhr'];

interface Visit {
  readonly scores: Readonly<Record<Category, number>>;
  readonly timing: string;
  /** What costs a score. */
  readonly short: readonly string[];
}

async function look(url: string, port: number): Promise<Visit> {
  const { categories, audits } = await record(url, port);
  const scores = Object.fromEntries(Object.keys(LEAST).map((category) => [category, categories[category]?.score ?? 0])) as Record<
    Category,
    number
  >;
  const shown = (audit: string) => audits[audit]?.displayValue ?? '?';
  const weighed = Object.values(categories).flatMap(({ auditRefs }) =>
    auditRefs.filter(({ weight }) => weight > 0).map(({ id }) => audits[id]),
  );
  return {
    scores,
    timing: `${shown('largest-contentful-paint')} to the largest paint, ${shown('total-blocking-time')} blocked`,
    short: weighed
      .filter((audit) => audit !== undefined && audit.score !== null && audit.score < 0.9)
      .map((audit) => `${audit?.id} ${audit?.score}`),
  };
}

async function record(url: string, port: number): Promise<Result> {
  for (let tried = 1; ; tried += 1) {
    const result = await lighthouse(url, { port, output: 'json', logLevel: 'silent', onlyCategories: Object.keys(LEAST) });
    if (result && !result.lhr.runtimeError) return result.lhr;
    if (tried === TRIES) throw new Error(`Lighthouse could not read ${url}: ${result?.lhr.runtimeError?.message ?? 'no answer'}`);
  }
}
