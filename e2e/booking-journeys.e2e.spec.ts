import { describe, expect, it, jest } from '@jest/globals';
import { priceMinor } from '@concert/contracts/booking/seating';
import { having, until } from '@concert/test-kit/until';
import { devices, type Page } from 'playwright-core';
import { expectErrors, picture, visitAs, type Visit } from '@concert/test-kit/browser';
import { pressOn, typeInto } from './keyboard.ts';
import { checkScreen } from './check-screen.ts';
import type { Buyer } from '@concert/test-kit/site-client';
import { accountOf, behind, browser, newBuyer, system, useBrowser, visitSignedIn } from './journeys.harness.ts';

useBrowser();

/* Each journey is checked on its way, in several widths and themes. */
jest.setTimeout(300_000);

const GENERAL = 'General Seating';
const PRICE = priceMinor(GENERAL, 2);
const GOOD_CARD = '4242 4242 4242 4242';

/** A device on which a buyer is signed in already. */
function deviceOf(buyer: Buyer, size: { width?: number; height?: number } = {}): Promise<Visit> {
  return visitAs(browser, buyer, { site: system.site, ...size });
}

async function fillReservation(page: Page, tickets = '2'): Promise<void> {
  await page.goto('/reserve-your-seat');
  await page.getByLabel('Phone Number').fill('(555) 123-4567');
  await page.getByLabel('No. of Tickets').selectOption(tickets);
}

const reserveButton = (page: Page) => page.getByRole('button', { name: 'Reserve and pay' });

/** Fills the reservation form and presses its button. */
async function reserve(page: Page, tickets = '2'): Promise<void> {
  await fillReservation(page, tickets);
  await reserveButton(page).click();
}

const atHostedPage = (page: Page) => page.waitForURL((url) => url.origin === system.payments);

async function payWith(page: Page, card: string): Promise<void> {
  await page.getByLabel('Card number').fill(card);
  await page.getByLabel('Expiry (MM / YY)').fill('12 / 34');
  await page.getByLabel('Security code').fill('123');
  await page.getByRole('button', { name: /^Pay / }).click();
}

/** Reserves and pays; returns where the buyer came back to. */
async function buy(page: Page, tickets = '2'): Promise<{ bookingId: string; checkoutSessionId: string }> {
  await reserve(page, tickets);
  await atHostedPage(page);
  await payWith(page, GOOD_CARD);
  return backAt(page, '/payment-successful');
}

async function backAt(page: Page, path: string): Promise<{ bookingId: string; checkoutSessionId: string }> {
  await page.waitForURL((url) => url.origin === system.site && url.pathname === path);
  const { searchParams } = new URL(page.url());
  return { bookingId: searchParams.get('ref')!, checkoutSessionId: searchParams.get('ref2')! };
}

const bookingOf = (filter: object) => behind.document('svc-booking', 'reserve-your-seat', filter);
const becomes = (bookingId: string, status: string) =>
  until(`the booking is ${status}`, () => bookingOf({ _id: bookingId }), having({ status: status }), { withinMs: 45_000 });
const left = () => behind.left(GENERAL);
const historyOf = (booking: Record<string, unknown> | null) => (booking!['history'] as { to: string }[]).map(({ to }) => to);

describe('on the payment page', () => {
  it('F57 B5-645 going back leads to the seats that wait, cancelling frees them at once and says so from the top of its page', async () => {
    const { page, context } = await deviceOf(await newBuyer(), { width: 390, height: 844 });
    const before = await left();
    await reserve(page, '3');
    await atHostedPage(page);
    // What everybody is told may be a second old.
    await until('everyone is told', left, before - 3, { withinMs: 5_000 });
    // Left at the button, far below the seats that wait now.
    await page.goBack();
    const box = page.locator('[data-news]:focus', { hasText: 'You already have seats waiting' });
    await until('the seats that wait are seen', () => box.isVisible(), true);
    const { y, height } = (await box.boundingBox())!;
    expect([y >= 0, y + height <= 844]).toEqual([true, true]);
    await box.getByRole('button', { name: /^Pay / }).click();
    await atHostedPage(page);
    await page.getByRole('link', { name: 'Cancel and go back' }).click();
    const { bookingId } = await backAt(page, '/payment-cancelled');
    await page.getByRole('heading', { name: 'Payment Process Failed' }).waitFor();
    await page.getByText('Process Completed').waitFor();
    expect(await page.evaluate('window.scrollY')).toBe(0);
    await until('the seats are back', left, before, { withinMs: 45_000 });
    expect(historyOf(await bookingOf({ _id: bookingId }))).toEqual(['pending', 'cancelled']);
    await checkScreen(page, 'payment-cancelled');
    await context.close();
  });
});

describe('the list of bookings', () => {
  it('B1-508 B3-540 F56 a second purchase within minutes is asked about, and an accidental one is sent back, and followed, by the keyboard alone', async () => {
    expectErrors(409);
    const buyer = await newBuyer();
    const { page, complaints, context } = await deviceOf(buyer);
    const first = await buy(page);
    await becomes(first.bookingId, 'paid');

    await reserve(page);
    await page.getByText(`You bought 2 tickets in ${GENERAL} for $50.00 a few minutes ago. Buy again?`).waitFor();
    await checkScreen(page, 'buy-again');
    expect(await behind.moneyOf(buyer.email)).toEqual({ charges: 1, refundedMinor: 0 });
    await page.getByRole('button', { name: 'Buy again' }).click();
    await atHostedPage(page);
    await payWith(page, GOOD_CARD);
    const second = await backAt(page, '/payment-successful');
    await becomes(second.bookingId, 'paid');

    complaints.length = 0;
    await page.goto('/bookings');
    await page.getByText(/^Until /).waitFor();
    await checkScreen(page, 'bookings-second');
    await pressOn(page, 'Refund this payment');
    await page.getByRole('button', { name: 'Refund $50.00' }).waitFor();
    await checkScreen(page, 'send-back');
    await pressOn(page, 'Refund $50.00');
    // The row follows the money by itself.
    await page.getByText('Refunded', { exact: true }).waitFor();
    await checkScreen(page, 'bookings-refunded');
    await pressOn(page, `Refund state of ${second.bookingId}`);
    await page.getByRole('heading', { name: 'Your Refund', level: 1 }).waitFor();
    await page.getByText('$50.00 USD', { exact: true }).waitFor();
    await page.getByText(second.bookingId).waitFor();
    await checkScreen(page, 'refund-page');
    await page.goto(`/get-details?ref=${second.bookingId}`);
    await page.getByText('Your refund of $50.00 has been sent to the card you paid with.').waitFor();
    await page.getByRole('link', { name: 'Card and dates of your refund' }).waitFor();
    await checkScreen(page, 'refund-state');
    await page.getByRole('link', { name: 'Receipt', exact: true }).click();
    await page.getByText('-$50.00', { exact: true }).waitFor();
    await checkScreen(page, 'receipt-refunded');
    expect((await bookingOf({ _id: first.bookingId }))!['status']).toBe('paid');
    expect(await behind.moneyOf(buyer.email)).toEqual({ charges: 2, refundedMinor: PRICE });
    expect(complaints).toEqual([]);
    await context.close();
  });
});

describe('tickets', () => {
  it('B2-504 of six are printed on one page with all of the evening, in whatever typeface, with codes of 30 mm or more, and downloaded as PDF', async () => {
    const { page, complaints, context } = await deviceOf(await newBuyer());
    await page.route('**/api/concert', async (route) => {
      const answer = await route.fetch();
      const notes = ['directions', 'bring', 'stepFree', 'hearingLoop', 'toilets', 'parking', 'quietRoom', 'light', 'loudness'];
      const said = Object.fromEntries(
        notes.map((note) => [note, 'Two of them are on the ground floor beside the entrance, and a lift goes to all others.']),
      );
      await route.fulfill({ response: answer, json: { ...((await answer.json()) as object), notes: said } });
    });
    await buy(page, '6');
    await page.getByRole('link', { name: 'See your tickets' }).click();
    await page.getByText('Ticket 6 of 6').waitFor();
    await checkScreen(page, 'tickets');
    const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Download PDF' }).click()]);
    const chunks: Buffer[] = [];
    for await (const chunk of await download.createReadStream()) chunks.push(chunk as Buffer);
    expect(Buffer.concat(chunks).subarray(0, 5).toString()).toBe('%PDF-');

    await page.evaluate("for (const face of ['--text', '--display']) document.documentElement.style.setProperty(face, 'DejaVu Sans')");
    const printed = await page.pdf({ format: 'A4' });
    expect(printed.toString('latin1').match(/\/Type\s*\/Page\b/g)).toHaveLength(1);
    await page.emulateMedia({ media: 'print' });
    const codes = await page.getByRole('img', { name: /^QR code of ticket/ }).all();
    expect(codes).toHaveLength(6);
    const millimetre = 96 / 25.4;
    for (const code of codes) expect((await code.boundingBox())!.width / millimetre).toBeGreaterThanOrEqual(30);
    await picture(page, 'tickets-print');
    expect(complaints).toEqual([]);
    await context.close();
  });
});

describe('the reservation screen', () => {
  it('S2-87 lays its seating buttons out by the width of the window, whatever the browser calls itself', async () => {
    for (const userAgent of [devices['Pixel 7'].userAgent, devices['iPhone 15'].userAgent]) {
      const context = await browser.newContext({ baseURL: system.site, userAgent });
      const page = await context.newPage();
      await page.goto('/reserve-your-seat');
      await page.getByRole('radio').first().waitFor();
      const rows = async (width: number): Promise<number> => {
        await page.setViewportSize({ width, height: 900 });
        const boxes = await Promise.all((await page.getByRole('radio').all()).map((radio) => radio.boundingBox()));
        return new Set(boxes.map((box) => Math.round(box!.y))).size;
      };
      expect([await rows(1280), await rows(390), await rows(320)]).toEqual([2, 2, 4]);
      await context.close();
    }
  });
});

describe('a gift', () => {
  it('is switched on by an admin, added to the seats by a buyer, paid as a line of its own, and sent back by itself after their refund', async () => {
    const [admin, buyer] = [await visitSignedIn(accountOf('admin')), await newBuyer()];
    const desk = admin.page;
    const gifts = async (answer: 'Yes' | 'No') => {
      await desk.goto('/concert-settings');
      await desk.getByRole('button', { name: 'Categories and prices' }).click();
      await desk.getByLabel('Gifts to the welfare work').selectOption(answer);
      await picture(desk, 'gift-settings');
      await desk.getByRole('button', { name: 'Save the settings' }).click();
      await desk.getByText('The settings are saved.').waitFor();
    };
    await gifts('Yes');
    const { page, context, complaints } = await deviceOf(buyer);
    await fillReservation(page);
    await page.getByLabel('Add a gift to the welfare work (USD)').fill('20');
    await page.getByText('$70.00 USD').first().waitFor();
    await checkScreen(page, 'gift-reserve');
    await reserveButton(page).click();
    await atHostedPage(page);
    await page.getByText('2 tickets: 50.00 USD; Gift to the welfare work: 20.00 USD').waitFor();
    await payWith(page, GOOD_CARD);
    const { bookingId } = await backAt(page, '/payment-successful');
    await becomes(bookingId, 'paid');
    await page.goto(`/get-details?ref=${bookingId}`);
    await page.getByText('$20.00 was given to the welfare work. Thank you.').waitFor();
    await checkScreen(page, 'gift-given');
    const act = async (button: RegExp, confirm: string) => {
      await desk.goto(`/get-bookings-report?booking=${bookingId}`);
      await desk.getByRole('button', { name: button }).click();
      const question = desk.getByRole('dialog').last();
      const reason = question.getByLabel('Reason');
      if (confirm === 'Refund $20.00') await reason.fill('They asked for it');
      await picture(desk, `gift-${confirm === 'Refund $20.00' ? 'back' : 'refund'}`);
      await question.getByRole('button', { name: confirm }).click();
    };
    await act(/^Refund \$50\.00/, 'Refund $50.00');
    await becomes(bookingId, 'refunded');
    await act(/^Send the gift of \$20\.00 back/, 'Refund $20.00');
    await until('all went back', async () => (await behind.moneyOf(buyer.email)).refundedMinor, PRICE + 2_000, { withinMs: 45_000 });
    await page.goto(`/receipt?ref=${bookingId}`);
    await page.getByText('Refund of the gift').waitFor();
    await checkScreen(page, 'gift-receipt');
    await gifts('No');
    expect(complaints).toEqual([]);
    await Promise.all([admin.context, context].map((one) => one.close()));
  });
});

describe('accessible seats', () => {
  it('B3-527 B3-540 B3-541 are given by an admin, and reserved with a companion in the step of all seats, both by the keyboard alone', async () => {
    const admin = await visitSignedIn(accountOf('admin'));
    await Promise.all([admin.page.goto('/concert-settings'), admin.page.getByText('Tickets to give away').first().waitFor()]);
    await pressOn(admin.page, 'Seats');
    // A field that the Tab key leads to has its text selected, and what is typed replaces it.
    await typeInto(admin.page, 'Preferred Seating, accessible seats', '1');
    await typeInto(admin.page, 'Preferred Seating, companion seats', '1');
    await picture(admin.page, 'accessible-settings');
    await pressOn(admin.page, 'Save the settings');
    await admin.page.getByText('The settings are saved.').waitFor();

    const { page, context, complaints } = await deviceOf(await newBuyer());
    await page.goto('/reserve-your-seat');
    await page.getByLabel('Phone Number').waitFor();
    await pressOn(page, 'General', 'ArrowRight');
    await typeInto(page, 'Phone Number', '(555) 123-4567');
    await page.getByLabel('No. of Tickets').waitFor();
    await typeInto(page, 'No. of Tickets', '2');
    const wish = page.getByRole('checkbox', { name: 'One of us needs an accessible seat' });
    expect(await wish.getAttribute('aria-describedby')).toBeTruthy();
    await pressOn(page, 'One of us needs an accessible seat', 'Space');
    expect(await wish.isChecked()).toBe(true);
    await page.keyboard.press('Tab');
    expect(await page.evaluate<string>('document.activeElement.name')).toBe('companions');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.getByRole('checkbox', { name: 'Hearing loop' }).waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Space');
    await checkScreen(page, 'accessible-reserve');
    await pressOn(page, 'Reserve and pay');
    await atHostedPage(page);
    await payWith(page, GOOD_CARD);
    await backAt(page, '/payment-successful');
    await page.getByRole('link', { name: 'See your tickets' }).waitFor();
    await pressOn(page, 'See your tickets');
    await page.getByText('Preferred Seating, Accessible seat').waitFor();
    await page.getByText('Preferred Seating, Companion').waitFor();
    await page.getByText('Booking details').click();
    await page.getByText('Wheelchair space').waitFor();
    await picture(page, 'accessible-tickets');
    expect(complaints).toEqual([]);
    await Promise.all([admin.context, context].map((one) => one.close()));
  });
});
