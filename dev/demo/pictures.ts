import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { ReportRow } from '@concert/contracts/booking/reports';
import { findBrowser } from '@concert/machine-kit/browser';
import { Failure } from '@concert/machine-kit/failure';
import type { Browser, Locator, Page } from 'playwright-core';
import { openBrowser, signIn, visit } from '@concert/test-kit/browser';
import { valueOf } from '@concert/test-kit/site-client';
import { Progress } from '../system/progress.ts';
import { reportAndExit } from '../system/report-and-exit.ts';
import { ROOT } from '@concert/machine-kit/rooms';
import { USE_SYSTEM } from '../system/running-system.ts';
import type { SampleAccount } from '../system/sample-accounts.ts';
import { localSystem } from './local-system.ts';
import { Stage } from './stage.ts';

/*
 * `npm run pictures` takes the README's pictures from the system that `npm start` runs here and `npm run demo` has filled, so
 * that they are never older than the screens. It changes nothing there.
 */

const FOLDER = path.join(ROOT, 'docs/pictures');
const WIDTHS = { desktop: { width: 1280, height: 800 }, phone: { width: 390, height: 844 } } as const;
/** Of 100: letters stay sharp, and no picture has more than {@link MAX_BYTES}. */
const QUALITY = 80;
const MAX_BYTES = 150_000;
/** Pixels above what a picture begins with. */
const MARGIN = 56;

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
      phoneFrom: (page) => page.getByRole('img', { name: /QR code of ticket/ }).first(),
      open: async (page) => {
        await page.goto(`/get-details?${new URLSearchParams({ ref: id, ref2 }).toString()}`);
        await page
          .getByRole('img', { name: /QR code of ticket/ })
          .first()
          .waitFor();
      },
    },
    {
      name: 'report',
      as: 'organiser',
      open: async (page) => {
        await page.goto('/get-bookings-report');
        await page.getByRole('table', { name: 'Concert bookings' }).waitFor();
      },
    },
    {
      name: 'door',
      as: 'organiser',
      open: async (page) => {
        await page.goto('/door');
        await page.getByText('Connected').waitFor();
        await page.getByText('Two people went in with one ticket').first().waitFor();
      },
    },
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

async function take(browser: Browser, stage: Stage, device: keyof typeof WIDTHS, all: readonly Shot[]): Promise<number> {
  const { width, height } = WIDTHS[device];
  let taken = 0;
  for (const role of new Set(all.map((shot) => shot.as))) {
    const { context, page } = await visit(browser, { site: stage.site, width, height });
    await page.emulateMedia({ reducedMotion: 'reduce' });
    if (role !== undefined)
      await signIn(
        page,
        stage.system.accounts.find((account) => account.role === role)!,
      );
    for (const { name, open, height: tall = height, phoneFrom } of all.filter((shot) => shot.as === role)) {
      await page.setViewportSize({ width, height: device === 'desktop' ? tall : height });
      await open(page);
      await standStill(page, device === 'phone' ? phoneFrom?.(page) : undefined);
      await writeFile(path.join(FOLDER, `${name}-${device}.webp`), await photograph(page));
      taken += 1;
    }
    await context.close();
  }
  return taken;
}

try {
  const stage = await Stage.enter(await localSystem(path.resolve(ROOT, process.env[USE_SYSTEM] ?? '.data')));
  const all = await shots(stage);
  const progress = new Progress();
  process.env.CHROME_PATH ??= await findBrowser({ say: (text) => progress.line(text) });
  await mkdir(FOLDER, { recursive: true });
  const browser = await openBrowser();
  try {
    for (const device of ['desktop', 'phone'] as const)
      await progress.step(
        `Pictures of a ${device}`,
        () => take(browser, stage, device, all),
        (count) => `${count} pictures`,
      );
  } finally {
    await browser.close();
  }
  console.log(`\nThe pictures lie in ${path.relative(ROOT, FOLDER)}; look at each before it is committed.`);
} catch (error) {
  reportAndExit(error);
}
