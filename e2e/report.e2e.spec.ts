import { readFile } from 'node:fs/promises';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { bookingRoutes } from '@concert/contracts/booking/http';
import { including, moreThan, until } from '@concert/test-kit/until';
import type { Locator, Page } from 'playwright-core';
import { picture, type Visit } from '@concert/test-kit/browser';
import type { Buyer } from '@concert/test-kit/site-client';
import { accountOf, behind, newBuyer, paidBooking, useBrowser, visitSignedIn } from './journeys.harness.ts';

useBrowser();

const organiser = accountOf('organiser');
let buyer: Buyer;
let bookingId: string;
let desk: Visit;

beforeAll(async () => {
  buyer = { ...(await newBuyer()), phoneno: '(415) 867-5309' };
  bookingId = await paidBooking(buyer, { seating: 'General Seating', notickets: 2 });
  await until('the booking is paid', () => behind.document('svc-booking', 'reserve-your-seat', { _id: bookingId, status: 'paid' }));
  desk = await visitSignedIn(organiser);
});

const list = (page: Page) => page.getByRole('table', { name: 'Concert bookings' });
/* The whole id stands in the title of its end. */
const rowOf = (page: Page) =>
  list(page)
    .getByRole('row')
    .filter({ has: page.locator(`[title*="${bookingId}"]`) });
/* Runs in the page: columns of which a row does not show its cell, or not within the window. */
const LOST_COLUMNS =
  "[...document.querySelectorAll('tbody tr')].flatMap(({ cells }) => [...cells]).filter((cell) => !cell.checkVisibility() || cell.getBoundingClientRect().right > innerWidth).map(({ cellIndex }) => cellIndex)";

describe('the bookings report', () => {
  it('S1-13 S1-14 S2-38 S2-115 S2-116 shows totals, then every booking, found by any part of it', async () => {
    const { page } = desk;
    await page.goto('/get-bookings-report');
    await page.getByRole('heading', { level: 1, name: 'Concert Bookings' }).waitFor();
    await page.getByRole('button', { name: /^Seats: / }).click();
    await page
      .getByRole('table', { name: 'Totals by category' })
      .getByRole('row', { name: /^General Seating/ })
      .waitFor();
    const session = (await until('the payment is known', () =>
      behind.document('svc-booking', 'money-moves', { bookingId }),
    )) as unknown as { shown: string[] };
    for (const search of [buyer.email.slice(0, 14), '415 867', '5309', bookingId, ...session.shown]) {
      await page.getByRole('searchbox').fill(search);
      await rowOf(page).waitFor();
      expect(new URL(page.url()).searchParams.get('search') ?? search).toBe(search);
    }
    await page.getByLabel('Status').selectOption('paid');
    // The row of the list before goes with the answer, and a press on it too.
    const filtered = page.waitForResponse((answer) => /(?=.*paid)(?=.*General Seating)/.test(answer.request().postData() ?? ''));
    await page.getByLabel('Seating', { exact: true }).selectOption('General Seating');
    await filtered;
    await until(
      'the choices stand in the address',
      () => page.url(),
      (url) => url.includes('status=paid') && url.includes('seating=General+Seating'),
    );
    await picture(page, 'report-desktop');
  });

  it("S2-118 S7-25 S1-15 B5-577 gives concert_bookings.xlsx by 'Download Report'", async () => {
    const { page } = desk;
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: /^Download Report: all [\d,]+$/ }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('concert_bookings.xlsx');
    const file = await readFile(await download.path());
    expect(file.subarray(0, 2).toString()).toBe('PK');
    await page.getByText('The report has been downloaded as concert_bookings.xlsx.').waitFor();
    await page.goto(`/get-bookings-report?search=${bookingId}`);
    const [request] = await Promise.all([
      page.waitForRequest((asked) => asked.url().endsWith(bookingRoutes.exportBookings.path)),
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download this 1' }).click(),
    ]);
    expect(request.postDataJSON()).toMatchObject({ ids: [bookingId] });
  });

  it('B6-640 leads to the page about money, which closes with the balance at the provider and is downloaded', async () => {
    const { page } = desk;
    await page.goto('/get-bookings-report');
    await page.getByRole('button', { name: /^Seats: / }).click();
    await page.getByRole('link', { name: 'Refunds, fees and payouts' }).click();
    await page.getByRole('button', { name: 'Check the money now' }).click();
    const account = page.getByRole('table', { name: 'Account in USD' });
    const amounts = async () =>
      (await account.locator('tbody td:last-child').allInnerTexts()).map((text) => Math.round(100 * Number(text.replace(/[$,]/g, ''))));
    const closed = await until('the check has read the account', amounts, (found) => (found.at(-1) ?? 0) > 0, { withinMs: 30_000 });
    const atProvider = closed.pop();
    expect([closed.reduce((sum, minor) => sum + minor, 0), await account.getByText('Difference').count()]).toEqual([atProvider, 0]);
    await picture(page, 'money-desktop');
    const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Download .xlsx' }).click()]);
    expect(download.suggestedFilename()).toBe('concert_money.xlsx');
    expect((await readFile(await download.path())).subarray(0, 2).toString()).toBe('PK');
  });

  it('B5-581 shows thirteen bookings below the search at 1280 x 800, a line each, and has three columns in the panel alone at 768', async () => {
    const { page } = desk;
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.goto('/get-bookings-report');
    await rowOf(page).waitFor();
    const boxOf = async (part: Locator) => (await part.boundingBox())!;
    const [head, row] = [await boxOf(list(page).locator('thead')), await boxOf(rowOf(page))];
    expect(row.height).toBeLessThanOrEqual(48);
    expect(Math.floor((800 - head.y - head.height) / row.height)).toBeGreaterThanOrEqual(13);
    expect((await boxOf(page.getByRole('heading', { level: 1 }))).y).toBeLessThanOrEqual(120);
    for (const [width, inPanel] of Object.entries({ 768: [1, 2, 3], 1280: [], 1920: [] })) {
      await page.setViewportSize({ width: Number(width), height: 800 });
      expect(new Set(await page.evaluate<number[]>(LOST_COLUMNS))).toEqual(new Set(inPanel));
    }
    await page.setViewportSize({ width: 1280, height: 800 });
  });

  it("opens a timeline with the booking's states, money and mails, and sends its ticket mail again", async () => {
    const { page } = desk;
    await behind.untilMail(buyer.email);
    await page.goto(`/get-bookings-report?booking=${bookingId}`);
    const dialog = page.getByRole('dialog', { name: buyer.name });
    await dialog.getByText('$50.00 charged').waitFor();
    await dialog
      .getByText(/^Ticket email: /)
      .first()
      .waitFor();
    await picture(page, 'report-timeline-desktop');
    await dialog.getByRole('button', { name: 'Send again: the ticket email' }).click();
    await page.getByRole('button', { name: 'Send it again' }).click();
    await page.getByText('The email is on its way again.').waitFor();
    await until('the email has come again', () => behind.mailsTo(buyer.email), moreThan(1), { withinMs: 20_000 });
    await dialog.getByText('Sent the ticket email again to the same address').waitFor();
    await dialog.getByRole('link', { name: 'Open the ticket page' }).click();
    await page.waitForURL((url) => url.pathname === '/get-details');
    await page.getByText('Booking details').click();
    await page.getByText(bookingId).first().waitFor();
  });

  it('S2-117 is cards on a phone, with nothing lost', async () => {
    const phone = await visitSignedIn(organiser, { width: 390, height: 844, colorScheme: 'dark' });
    await phone.page.goto(`/get-bookings-report?search=${bookingId}`);
    await rowOf(phone.page).waitFor();
    const card = rowOf(phone.page);
    expect((await card.boundingBox())!.height).toBeLessThanOrEqual(96);
    for (const shown of ['2', '$50.00', 'General Seating', 'Paid'])
      expect(await card.getByText(shown, { exact: true }).first().isVisible()).toBe(true);
    // The rest stands in the panel.
    await picture(phone.page, 'report-phone-dark');
    await phone.page.getByRole('link', { name: `${buyer.name}, open the timeline` }).click();
    await phone.page.getByRole('dialog').getByText('$50.00 charged').waitFor();
    for (const whole of [buyer.email, '(415) 867-5309', bookingId]) await phone.page.getByRole('dialog').getByText(whole).first().waitFor();
    await picture(phone.page, 'report-timeline-phone-dark');
    await phone.page.goto('/audit-log');
    await phone.page.getByRole('table', { name: 'Entries, newest first' }).waitFor();
    await picture(phone.page, 'audit-phone-dark');
    expect(phone.complaints).toEqual([]);
    await phone.context.close();
  });
});

describe('the audit log', () => {
  it('B4-505 tells who did what, when and from where, is searched, and proves that nothing was changed', async () => {
    const { page } = desk;
    await page.goto('/audit-log');
    const acts = page.getByRole('table', { name: 'Entries, newest first' });
    await acts
      .getByRole('row', { name: /Downloaded the report/ })
      .first()
      .waitFor();
    const resent = acts.getByRole('row').filter({ hasText: 'Sent the ticket email again' }).filter({ hasText: bookingId });
    await until(
      'the act of svc-notify has come',
      async () => {
        await page.goto(`/audit-log?search=${bookingId}`);
        await page.getByRole('button', { name: 'Check the log' }).waitFor();
        await acts.or(page.getByText('No entry matches')).waitFor();
        return resent.count();
      },
      1,
      { withinMs: 20_000 },
    );
    expect(await resent.innerText()).toContain(organiser.email);
    expect(await resent.innerText()).toMatch(/127\.0\.0\.1|::1/);
    await page.getByRole('button', { name: 'Check the log' }).click();
    await page.getByText(/^All [\d,]+ entries are as they were written\.$/).waitFor();
    await page.getByRole('searchbox').fill(organiser.email);
    await until('the search stands in the address', () => page.url(), including(encodeURIComponent(organiser.email)));
    await acts
      .getByRole('row', { name: /Downloaded the report/ })
      .first()
      .waitFor();
    await picture(page, 'audit-desktop');
    expect(desk.complaints).toEqual([]);
  });
});
