import { findBrowser } from '@concert/test-kit/browser';
import { chromium } from 'playwright-core';
import type { SystemAddress } from '../dev/system.ts';
import { line, median } from './figures.ts';

const RUNS = 5;

/** What the home page costs a first visitor: bytes on the wire and requests, as Chromium counts them. */
export async function benchHome(system: SystemAddress): Promise<void> {
  const browser = await chromium.launch({ executablePath: await findBrowser(), headless: true, args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-quic'] });
  try {
    const visits: Visit[] = [];
    for (let run = 0; run < RUNS; run += 1) visits.push(await firstVisit(browser, system.site));
    const middle = (of: (visit: Visit) => number) => median(visits.map(of));
    line('home, transferred', `${(middle((visit) => visit.bytes) / 1_024).toFixed(0)} KB`, `${middle((visit) => visit.requests)} requests in all`);
    line('home, script (compressed)', `${(middle((visit) => visit.scriptBytes) / 1_024).toFixed(0)} KB`, `${middle((visit) => visit.core)} requests for document, styles and scripts`);
    line('home, largest contentful paint', `${middle((visit) => visit.paintMs).toFixed(0)} ms`, `layout shift ${middle((visit) => visit.shift).toFixed(4)}`);
  } finally {
    await browser.close();
  }
}

/* Runs in the page, which knows other types than this program. */
const WATCH_PAINT = `new Promise((resolve) => {
  let paintMs = 0;
  let shift = 0;
  new PerformanceObserver((list) => { for (const entry of list.getEntries()) paintMs = entry.startTime; }).observe({ type: 'largest-contentful-paint', buffered: true });
  new PerformanceObserver((list) => { for (const entry of list.getEntries()) shift += entry.value; }).observe({ type: 'layout-shift', buffered: true });
  requestAnimationFrame(() => setTimeout(() => resolve({ paintMs, shift }), 100));
})`;

interface Visit {
  bytes: number;
  scriptBytes: number;
  requests: number;
  core: number;
  paintMs: number;
  shift: number;
}

async function firstVisit(browser: Awaited<ReturnType<typeof chromium.launch>>, site: string): Promise<Visit> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  const page = await context.newPage();
  const network = await context.newCDPSession(page);
  await network.send('Network.enable');
  const types = new Map<string, string>();
  const visit = { bytes: 0, scriptBytes: 0, requests: 0, core: 0 };
  network.on('Network.responseReceived', ({ requestId, type, response }) => {
    if (!response.url.startsWith('http')) return;
    types.set(requestId, type);
    visit.requests += 1;
    if (['Document', 'Stylesheet', 'Script'].includes(type)) visit.core += 1;
  });
  network.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (!types.has(requestId)) return;
    visit.bytes += encodedDataLength;
    if (types.get(requestId) === 'Script') visit.scriptBytes += encodedDataLength;
  });
  await page.goto(site, { waitUntil: 'networkidle' });
  const seen = await page.evaluate<{ paintMs: number; shift: number }>(WATCH_PAINT);
  await context.close();
  return { ...visit, ...seen };
}
