import { mkdir, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ReportRow } from '@concert/contracts/booking/reports';
import { findBrowser } from '@concert/machine-kit/browser';
import { Failure } from '@concert/machine-kit/failure';
import { run } from '@concert/machine-kit/processes';
import { ROOT } from '@concert/machine-kit/rooms';
import type { Browser, Locator, Page } from 'playwright-core';
import { openBrowser, signIn, visit } from '@concert/test-kit/browser';
import { valueOf } from '@concert/test-kit/site-client';
import { line, step } from '../system/progress.ts';
import { reportAndExit } from '../system/report-and-exit.ts';
import type { SampleAccount } from '../system/sample-accounts.ts';
import { enterStage, type Stage } from './stage.ts';

/*
 * `npm run pictures` takes the README's pictures from the system that `npm start` runs here and `npm run demo` has filled, so
 * that they are never older than the screens. It changes nothing there.
 *
 * `npm run pictures -- mails` needs no system: it writes every mail that exists as a page and as text into `.cache/mails`, and takes
 * pictures of each: light, dark, and as mail programs show it that load no pictures.
 */

const FOLDER = path.join(ROOT, 'docs/pictures');
const WIDTHS = { desktop: { width: 1280, height: 800 }, phone: { width: 390, height: 844 } } as const;
/** Of 100: letters stay sharp, and no picture has more than {@link MAX_BYTES}. */
const QUALITY = 80;
const MAX_BYTES = 150_000;
/** Pixels above what a picture begins with. */
const MARGIN = 56;
const MAILS = path.join(ROOT, '.cache/mails');
const WRITE_MAILS = path.join(ROOT, 'svc-notify/src/letters/mail-gallery.harness.ts');

/** A screen as the README shows it. */
interface Shot {
  readonly name: string;
  readonly as?: SampleAccount['role'];
  /** Opens the screen and waits until it stands. */
  readonly open: (page: Page) => Promise<void>;
  /** So much of it is seen on a desktop, where its point lies further down. */
  readonly height?: number;
  /** What stands at the top on a phone, instead of the page's own top. */
  readonly phoneFrom?: (page: Page) => Locator;
}

/** A booking whose tickets are good to show: paid, for two, and by nobody with trouble. */
async function aGoodBooking(stage: Stage): Promise<ReportRow> {
  const body = { email: stage.organiserEmail, status: ['paid' as const], seating: ['General Seating' as const] };
  const rows = valueOf('The report', await stage.organiser.booking.getBookings({ body }));
  const good = rows.find(
    ({ notickets, dispute, email }) => notickets === 2 && dispute === undefined && !/^(bounce|deferred|spam)[.]/.test(email),
  );
  if (good === undefined)
    throw new Failure('There is no paid booking to take a picture of.', 'fill the system with npm run demo, and run this again.');
  return good;
}

/** Opens a screen, and waits for what shows that it stands. */
const at = (address: string, sign: (page: Page) => Locator) => async (page: Page) => {
  await page.goto(address);
  await sign(page).first().waitFor();
};

const codes = (page: Page) => page.getByRole('img', { name: /QR code of ticket/ });

async function shots(stage: Stage): Promise<Shot[]> {
  const { id } = await aGoodBooking(stage);
  const { ref2 = '' } = valueOf('A booking', await stage.organiser.booking.showBooking({ params: { bookingId: id } }));
  return [
    { name: 'home', open: async (page) => void (await page.goto('/')) },
    {
      name: 'reservation',
      as: 'buyer',
      height: 1_080,
      open: async (page) => {
        await page.goto('/reserve-your-seat');
        await page.getByLabel('Phone Number').fill('(415) 555-0142');
        await page.getByLabel('No. of Tickets').selectOption('2');
      },
    },
    {
      name: 'ticket',
      height: 1_300,
      phoneFrom: (page) => codes(page).first(),
      open: at(`/get-details?${new URLSearchParams({ ref: id, ref2 }).toString()}`, codes),
    },
    { name: 'report', as: 'organiser', open: at('/get-bookings-report', (page) => page.getByRole('table', { name: 'Concert bookings' })) },
    { name: 'money', as: 'organiser', height: 1_300, open: at('/money', (page) => page.getByRole('table')) },
    { name: 'door', as: 'organiser', open: at('/door', (page) => page.getByText('Two people went in with one ticket')) },
  ];
}

/** Leaves the field that was typed in, and goes to the top of the page or to something on it. */
async function standStill(page: Page, from?: Locator): Promise<void> {
  await page.evaluate('document.activeElement?.blur(); scrollTo(0, 0)');
  const box = await from?.boundingBox();
  if (box) await page.evaluate(`scrollTo(0, ${Math.round(box.y - MARGIN)})`);
}

/** What is to be seen of a page, as WebP. @throws Error when that is too large for a repository */
async function photograph(page: Page): Promise<Buffer> {
  await page.waitForLoadState('networkidle');
  await page.evaluate('document.fonts.ready.then(() => undefined)');
  const session = await page.context().newCDPSession(page);
  const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality: QUALITY });
  const picture = Buffer.from(data, 'base64');
  if (picture.length > MAX_BYTES) throw new Error(`A picture of ${page.url()} has ${picture.length} bytes, more than ${MAX_BYTES}.`);
  return picture;
}

async function takeScreens(browser: Browser, stage: Stage, device: keyof typeof WIDTHS, all: readonly Shot[]): Promise<number> {
  const { width, height } = WIDTHS[device];
  for (const { name, as: role, open, height: tall = height, phoneFrom } of all) {
    const { context, page } = await visit(browser, { site: stage.site, width, height: device === 'desktop' ? tall : height });
    await page.emulateMedia({ reducedMotion: 'reduce' });
    const account = stage.system.accounts.find((one) => one.role === role);
    if (account !== undefined) await signIn(page, account);
    await open(page);
    await standStill(page, device === 'phone' ? phoneFrom?.(page) : undefined);
    await writeFile(path.join(FOLDER, `${name}-${device}.webp`), await photograph(page));
    await context.close();
  }
  return all.length;
}

async function takeMails(browser: Browser): Promise<number> {
  await mkdir(MAILS, { recursive: true });
  const { code, output } = await run(process.execPath, [WRITE_MAILS, MAILS], { cwd: ROOT });
  if (code !== 0) throw new Failure(`The emails could not be written: ${output}`, 'mend what the last lines say, and run this again.');
  const pages = (await readdir(MAILS)).filter((name) => name.endsWith('.html'));
  for (const colorScheme of ['light', 'dark'] as const)
    for (const [device, { width }] of Object.entries(WIDTHS)) {
      const page = await browser.newPage({ colorScheme, viewport: { width, height: 800 } });
      for (const mail of pages) {
        await page.goto(pathToFileURL(path.join(MAILS, mail)).href);
        await page.screenshot({ path: path.join(MAILS, mail.replace(/html$/, `${colorScheme}.${device}.png`)), fullPage: true });
      }
      await page.close();
    }
  return 4 * pages.length;
}

try {
  const ofMails = process.argv[2] === 'mails';
  const stage = ofMails ? undefined : await enterStage();
  process.env.CHROME_PATH ??= await findBrowser({ say: line });
  const browser = await openBrowser();
  const say = (count: number) => `${count} pictures`;
  try {
    if (stage === undefined) await step('Emails', () => takeMails(browser), say);
    else {
      const all = await shots(stage);
      await mkdir(FOLDER, { recursive: true });
      for (const device of ['desktop', 'phone'] as const)
        await step(`Pictures of a ${device}`, () => takeScreens(browser, stage, device, all), say);
    }
  } finally {
    await browser.close();
  }
  console.log(
    `\nThe pictures lie in ${path.relative(ROOT, ofMails ? MAILS : FOLDER)}${ofMails ? '' : '; look at each before it is committed'}.`,
  );
} catch (error) {
  reportAndExit(error);
}
