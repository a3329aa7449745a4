import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core';

/** Keeps Chromium from looking for the outside world, which a closed network refuses noisily. */
export const QUIET = [
  '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync',
];

/** Starts the browser that the run's setup found. @param extra switches of this journey alone */
export function openBrowser(extra: readonly string[] = []): Promise<Browser> {
  const executablePath = process.env.CHROME_PATH;
  if (!executablePath) throw new Error('CHROME_PATH is not set: the setup of this project finds a browser.');
  return chromium.launch({ executablePath, headless: true, args: [...QUIET, ...extra] });
}

/** A page that remembers everything it complained about. */
export interface Visit {
  readonly context: BrowserContext;
  readonly page: Page;
  /** Console messages of any kind, uncaught errors, and answers of 500 and above. */
  readonly complaints: string[];
}

/** What a browser writes to the console about an answer or a connection that failed. */
const FAILED_LOAD = /^Failed to load resource: (?:the server responded with a status of (\d{3})|(net::\w+))/;

/** Errors of pages since they were last taken. */
const errors: string[] = [];

/** The errors that pages wrote to their consoles, or threw, and no test declared. They are told once. */
export function takeErrors(): string[] {
  return errors.splice(0);
}

/**
 * Notes every error of a context's pages, those of windows it opens as well.
 * @param expected statuses and network failures that belong to what the test does: 401, 'net::ERR_INTERNET_DISCONNECTED'
 */
export function watchErrors(context: BrowserContext, expected: readonly (number | string)[] = []): void {
  const known = new Set(expected.map(String));
  context.on('console', (message) => {
    if (message.type() !== 'error') return;
    const [, status, failure] = FAILED_LOAD.exec(message.text()) ?? [];
    if (!known.has(status ?? failure ?? '')) errors.push(`${message.page()?.url()}: ${message.text()} (${message.location().url})`);
  });
  context.on('weberror', (error) => void errors.push(`${error.page()?.url()}: uncaught: ${String(error.error())}`));
}

/** How a visitor comes. */
export interface VisitOptions {
  readonly site: string;
  readonly width?: number;
  readonly height?: number;
  readonly colorScheme?: 'light' | 'dark';
  readonly javaScriptEnabled?: boolean;
  /** As for {@link watchErrors}. */
  readonly expected?: readonly (number | string)[];
}

/** Opens a fresh visitor. */
export async function visit(browser: Browser, options: VisitOptions): Promise<Visit> {
  const { site, width = 1280, height = 900, colorScheme = 'light', javaScriptEnabled = true, expected } = options;
  const context = await browser.newContext({ baseURL: site, viewport: { width, height }, colorScheme, javaScriptEnabled });
  context.setDefaultTimeout(45_000);
  watchErrors(context, expected);
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('console', (message) => void complaints.push(`${message.type()}: ${message.text()}`));
  page.on('pageerror', (error) => void complaints.push(`uncaught: ${error.message}`));
  page.on('response', (response) => {
    if (response.status() >= 500) complaints.push(`${response.status()} ${response.url()}`);
  });
  return { context, page, complaints };
}

/** Signs in as a person would, and waits until the site knows. */
export async function signIn(page: Page, account: { email: string; password: string }): Promise<void> {
  await page.goto('/login');
  await page.getByLabel('Email').fill(account.email);
  await page.getByLabel('Password', { exact: true }).fill(account.password);
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  await page.getByText('Sign in successful').waitFor();
}

/** Keeps a picture for people to look at, where CONCERT_PICTURES names a folder. */
export async function picture(page: Page, name: string): Promise<void> {
  const folder = process.env.CONCERT_PICTURES;
  if (!folder) return;
  await mkdir(folder, { recursive: true });
  await page.screenshot({ path: path.join(folder, `${name}.png`), fullPage: true });
}
