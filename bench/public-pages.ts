import { PAGES } from '@concert/contracts/site/pages';
import { findBrowser } from '@concert/machine-kit/browser';
import { chromium, type Browser } from 'playwright-core';
import type { SystemAddress } from '../dev/system/address.ts';
import { printFigure, median, ratio } from './figures.ts';

const RUNS = 3;

/** What a public page may cost a first visitor. */
const BUDGET = { scriptKb: 120, core: 14, paintMs: 2_000, shift: 0.01 } as const;

/** Pages that most people open first: what they load is told file by file. */
const FIRST_OPENED: readonly string[] = ['/', '/reserve-your-seat'];

/** A phone on a middling connection: what a page is judged by. */
const PHONE = { width: 390, height: 844, slowdown: 4, latencyMs: 150, bytesPerSecond: (1.6 * 1_024 * 1_024) / 8 } as const;

const MEASURED = PAGES.filter((page) => 'prerendered' in page);

/**
 * What a page costs a first visitor, as Chromium measures it: bytes and requests, and on a slow phone its paints and its shifts.
 */
export async function benchPublicPages(system: SystemAddress): Promise<void> {
  const browser = await chromium.launch({
    executablePath: await findBrowser(),
    headless: true,
    // The bench stops its system first.
    ...{ handleSIGINT: false, handleSIGTERM: false, handleSIGHUP: false },
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-quic'],
  });
  try {
    for (const { path } of MEASURED) {
      const visits: Visit[] = [];
      for (let run = 0; run < RUNS; run += 1) visits.push(await firstVisit(browser, system.site + path));
      const middle = (of: (visit: Visit) => number) => median(visits.map(of));
      const scriptKb = middle((visit) => visit.scriptBytes) / 1_024;
      const core = middle((visit) => visit.core);
      printFigure(
        `${path}, transferred`,
        `${(middle((visit) => visit.bytes) / 1_024).toFixed(0)} KB`,
        `${middle((visit) => visit.requests)} requests in all`,
      );
      printFigure(
        `${path}, script (compressed)`,
        `${scriptKb.toFixed(1)} KB`,
        `${ratio(scriptKb / BUDGET.scriptKb)} of the budget; ${core} of ${BUDGET.core} requests for document, styles and scripts`,
      );
      const paintMs = middle((visit) => visit.paintMs);
      printFigure(
        `${path}, largest contentful paint on a slow phone`,
        `${paintMs.toFixed(0)} ms`,
        `${ratio(paintMs / BUDGET.paintMs)} of the budget; first paint ${middle((visit) => visit.firstPaintMs).toFixed(0)} ms; layout shift ${middle((visit) => visit.shift).toFixed(4)} of ${BUDGET.shift}`,
      );
      if (FIRST_OPENED.includes(path)) {
        for (const [file, bytes] of visits[0]!.files) printFigure(`${path}, ${file}`, `${(bytes / 1_024).toFixed(1)} KB`);
      }
    }
  } finally {
    await browser.close();
  }
}

/* Both run in the page, which has other types than this program. */
const HYDRATED = `new Promise((resolve) => {
  const owned = () => Object.keys(document.querySelector('h1') ?? {}).some((key) => key.startsWith('__reactFiber'));
  const look = () => (owned() ? resolve() : requestAnimationFrame(look));
  look();
})`;
const WATCH_PAINT = `new Promise((resolve) => {
  let paintMs = 0;
  let shift = 0;
  new PerformanceObserver((list) => { for (const entry of list.getEntries()) paintMs = entry.startTime; }).observe({ type: 'largest-contentful-paint', buffered: true });
  new PerformanceObserver((list) => { for (const entry of list.getEntries()) if (!entry.hadRecentInput) shift += entry.value; }).observe({ type: 'layout-shift', buffered: true });
  const firstPaintMs = performance.getEntriesByName('first-contentful-paint')[0].startTime;
  requestAnimationFrame(() => setTimeout(() => resolve({ firstPaintMs, paintMs, shift }), 100));
})`;

interface Visit {
  bytes: number;
  scriptBytes: number;
  requests: number;
  core: number;
  /** Bytes of each file, by its name without what changes with its content. */
  files: Map<string, number>;
  firstPaintMs: number;
  paintMs: number;
  shift: number;
}

async function firstVisit(browser: Browser, address: string): Promise<Visit> {
  const context = await browser.newContext({ viewport: { width: PHONE.width, height: PHONE.height } });
  const page = await context.newPage();
  const network = await context.newCDPSession(page);
  await network.send('Network.enable');
  await network.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: PHONE.latencyMs,
    downloadThroughput: PHONE.bytesPerSecond,
    uploadThroughput: PHONE.bytesPerSecond,
  });
  await network.send('Emulation.setCPUThrottlingRate', { rate: PHONE.slowdown });
  const types = new Map<string, string>();
  const names = new Map<string, string>();
  const visit = { bytes: 0, scriptBytes: 0, requests: 0, core: 0, files: new Map<string, number>() };
  network.on('Network.responseReceived', ({ requestId, type, response }) => {
    if (!response.url.startsWith('http')) return;
    types.set(requestId, type);
    names.set(requestId, new URL(response.url).pathname.replace(/\.[0-9a-f]{8}(?=\.)/, ''));
    visit.requests += 1;
    if (['Document', 'Stylesheet', 'Script'].includes(type)) visit.core += 1;
  });
  network.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const name = names.get(requestId);
    if (name === undefined) return;
    visit.bytes += encodedDataLength;
    visit.files.set(name, encodedDataLength);
  });
  // What the budget is of: bodies as they travel, without the headers of their answers.
  network.on('Network.dataReceived', ({ requestId, encodedDataLength }) => {
    if (types.get(requestId) === 'Script') visit.scriptBytes += encodedDataLength;
  });
  await page.goto(address, { waitUntil: 'load' });
  // What is no part of the drawing comes when the page is hydrated.
  await page.evaluate(HYDRATED);
  const seen = await page.evaluate<Pick<Visit, 'firstPaintMs' | 'paintMs' | 'shift'>>(WATCH_PAINT);
  await context.close();
  return { ...visit, ...seen };
}
