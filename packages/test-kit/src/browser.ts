import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { until } from './until.ts';
import { chromium, type Browser, type BrowserContext, type CDPSession, type Page } from 'playwright-core';

/** Keeps Chromium from contacting the outside world, which a closed network refuses noisily. */
export const OFFLINE_BROWSER_FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Starts the browser that the run's setup found. @param extra switches of this journey alone */
export function openBrowser(extra: readonly string[] = []): Promise<Browser> {
  const executablePath = process.env.CHROME_PATH;
  if (!executablePath) throw new Error('CHROME_PATH is not set: the setup of this project finds a browser.');
  return chromium.launch({ executablePath, headless: true, args: [...OFFLINE_BROWSER_FLAGS, ...extra] });
}

/** A browser whose store is a folder, as that of a phone that can be switched off and on. Its errors count like any visitor's. */
export async function openPhone(
  folder: string,
  {
    site,
    width = 390,
    height = 844,
    offline = false,
    extra = [],
  }: VisitOptions & { readonly offline?: boolean; readonly extra?: readonly string[] },
): Promise<{ readonly context: BrowserContext; readonly page: Page }> {
  const executablePath = process.env.CHROME_PATH ?? '';
  const options = {
    executablePath,
    headless: true,
    args: [...OFFLINE_BROWSER_FLAGS, ...extra],
    baseURL: site,
    viewport: { width, height },
    offline,
  };
  const context = await chromium.launchPersistentContext(folder, options);
  context.setDefaultTimeout(45_000);
  watchErrors(context);
  const [page = await context.newPage()] = context.pages();
  return { context, page };
}

/** A page that records its console messages and errors. */
export interface Visit {
  readonly context: BrowserContext;
  readonly page: Page;
  /** Console messages of any kind, uncaught errors, and answers of 500 and above. */
  readonly complaints: string[];
}

/** What a browser logs about an answer with an error status. */
const REFUSED = /^Failed to load resource: the server responded with a status of (\d{3})/;

/** Errors of pages since they were last taken. */
const errors: string[] = [];
/** What the running test declared. */
const expected = new Set<number | string>();

/** Declares errors that belong to what the running test does: statuses of answers, and parts of other messages. */
export function expectErrors(...what: readonly (number | string)[]): void {
  for (const each of what) expected.add(each);
}

/** The errors that pages wrote to their consoles, or threw, and the running test did not declare. The next test declares its own. */
export function takeErrors(): string[] {
  expected.clear();
  return errors.splice(0);
}

/** Notes every error of a context's pages, those of windows it opens as well. */
export function watchErrors(context: BrowserContext): void {
  const note = (text: string, where: string) => {
    const status = REFUSED.exec(text)?.[1];
    const known =
      status === undefined ? [...expected].some((part) => typeof part === 'string' && text.includes(part)) : expected.has(Number(status));
    if (!known) errors.push(`${where}: ${text}`);
  };
  context.on('console', (message) => {
    if (message.type() === 'error') note(message.text(), `${message.page()?.url()} (${message.location().url})`);
  });
  context.on('weberror', (error) => note(`uncaught: ${String(error.error())}`, error.page()?.url() ?? ''));
}

/** How a visitor comes. */
export interface VisitOptions {
  readonly site: string;
  readonly width?: number;
  readonly height?: number;
  readonly colorScheme?: 'light' | 'dark';
  readonly javaScriptEnabled?: boolean;
}

/** Opens a fresh visitor. */
export async function visit(browser: Browser, options: VisitOptions): Promise<Visit> {
  const { site, width = 1280, height = 900, colorScheme = 'light', javaScriptEnabled = true } = options;
  const context = await browser.newContext({ baseURL: site, viewport: { width, height }, colorScheme, javaScriptEnabled });
  context.setDefaultTimeout(45_000);
  watchErrors(context);
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('console', (message) => void complaints.push(`${message.type()}: ${message.text()}`));
  page.on('pageerror', (error) => void complaints.push(`uncaught: ${error.message}`));
  page.on('response', (response) => {
    if (response.status() >= 500) complaints.push(`${response.status()} ${response.url()}`);
  });
  return { context, page, complaints };
}

/** A fresh visitor who is signed in already. @param who whose session it is, as `name=value` */
export async function visitAs(browser: Browser, who: { readonly cookie: string }, options: VisitOptions): Promise<Visit> {
  const seen = await visit(browser, options);
  const [name, value] = who.cookie.split('=') as [string, string];
  await seen.context.addCookies([
    { name, value, url: options.site.replace('http:', 'https:'), secure: true, httpOnly: true, sameSite: 'Lax' },
  ]);
  return seen;
}

/** Signs in as a person would, and waits until the site knows. */
export async function signIn(page: Page, account: { email: string; password: string }): Promise<void> {
  await page.goto('/login');
  await page.getByLabel('Email').fill(account.email);
  await page.getByLabel('Password', { exact: true }).fill(account.password);
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  await page.getByText('Sign in successful').waitFor();
}

const devtools = new WeakMap<Page, Promise<CDPSession>>();

/** The developer tools of a page, opened once. */
export function devtoolsOf(page: Page): Promise<CDPSession> {
  const opened = devtools.get(page) ?? page.context().newCDPSession(page);
  devtools.set(page, opened);
  return opened;
}

/** Waits until the page at hand would open without network. */
export function untilCachedOffline(page: Page): Promise<boolean> {
  return until(
    'the page is kept on the phone',
    () => page.evaluate<boolean>("caches.match('/offline-whole').then((found) => found !== undefined)"),
    (kept) => kept,
    { withinMs: 20_000 },
  );
}

/** Keeps a picture for people to look at, where CONCERT_PICTURES names a folder. */
export async function picture(page: Page, name: string): Promise<void> {
  const folder = process.env.CONCERT_PICTURES;
  if (!folder) return;
  await mkdir(folder, { recursive: true });
  await page.screenshot({ path: path.join(folder, `${name}.png`), fullPage: true });
}
