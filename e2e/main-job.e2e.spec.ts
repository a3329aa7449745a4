import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { until } from '@concert/test-kit/until';
import jsQR from 'jsqr';
import type { Browser, Page } from 'playwright-core';
import { openBrowser, picture, signIn, visit } from '@concert/test-kit/browser';
import { SystemInspector } from './system-under-test.ts';

const behind = new SystemInspector();
const { system } = behind;
let browser: Browser;

beforeAll(async () => {
  browser = await openBrowser();
});

afterAll(async () => {
  await browser?.close();
  await behind.close();
});

/** What a scanner reads from a picture that the site made: its dots are the browser's own. */
async function scanned(page: Page, dataUrl: string): Promise<string | undefined> {
  const { width, height, dots } = await page.evaluate<{ width: number; height: number; dots: number[] }>(`(async () => {
    const picture = new Image();
    picture.src = ${JSON.stringify(dataUrl)};
    await picture.decode();
    const canvas = Object.assign(document.createElement('canvas'), { width: picture.naturalWidth, height: picture.naturalHeight });
    const surface = canvas.getContext('2d');
    surface.drawImage(picture, 0, 0);
    return { width: canvas.width, height: canvas.height, dots: [...surface.getImageData(0, 0, canvas.width, canvas.height).data] };
  })()`);
  return jsQR.default(Uint8ClampedArray.from(dots), width, height)?.data;
}

describe('the main job', () => {
  it('S1-11 S1-12 S2-30 S2-98 S4-20 S4-22 S4-23 S4-24 S4-25 S8-11 a signed-in buyer reserves two General seats, pays on the hosted page, and has tickets by mail', async () => {
    const buyer = system.accounts.find(({ role }) => role === 'buyer')!;
    const [leftBefore, totalsBefore, mailsBefore] = await Promise.all([
      behind.left('General Seating'),
      behind.providerTotals(),
      behind.mailsTo(buyer.email),
    ]);
    const { page, complaints, context } = await visit(browser, { site: system.site });

    await signIn(page, buyer);
    await picture(page, 'login-successful');
    await page.goto('/reserve-your-seat');
    await page.getByRole('heading', { name: 'Reserve Your Seat : General Seating' }).waitFor();
    await page.getByText(buyer.email).first().waitFor();
    await page.getByLabel('Phone Number').fill('(555) 123-4567');
    await page.getByLabel('No. of Tickets').selectOption('2');
    expect(await page.getByLabel('Amount (USD)').inputValue()).toBe('50.00');
    expect(await page.getByLabel('Email', { exact: true }).getAttribute('readonly')).not.toBeNull();
    await picture(page, 'reserve-filled');
    const asksToPay = page.waitForRequest('**/api/create-payment');
    await page.locator('main form').getByRole('button', { name: 'Reserve Your Seat' }).click();
    const { qrCode, userbookingid } = (await asksToPay).postDataJSON() as { qrCode: string; userbookingid: string };

    await page.waitForURL((url) => url.origin === system.payments);
    await page.getByLabel('Card number').fill('4242 4242 4242 4242');
    await page.getByLabel('Expiry (MM / YY)').fill('12 / 34');
    await page.getByLabel('Security code').fill('123');
    await picture(page, 'hosted-page');
    const atProvider = complaints.length;
    await page.getByRole('button', { name: 'Pay $50.00' }).click();

    await page.waitForURL((url) => url.origin === system.site && url.pathname === '/payment-successful');
    await page.getByRole('heading', { name: 'Payment Successful' }).waitFor();
    await page.getByText('Thank you for your payment').waitFor();
    await page.getByText('Process Completed').waitFor();
    const address = new URL(page.url());
    const bookingId = address.searchParams.get('ref')!;
    const details = await page.locator('main').innerText();
    expect(userbookingid).toBe(bookingId);
    expect(await scanned(page, qrCode)).toBe(`${system.site}/get-details?ref=${bookingId}`);
    for (const shown of [bookingId, buyer.name, buyer.email, 'General Seating', '50.00', 'USD']) expect(details).toContain(shown);
    await picture(page, 'payment-successful');

    const booking = await behind.document('svc-booking', 'reserve-your-seat', { _id: bookingId });
    expect(booking).toMatchObject({ status: 'paid', notickets: 2, amount: 5_000, currency: 'USD', email: buyer.email });
    // The provider's signed message made it paid, not the browser that came back.
    expect((booking!['history'] as { to: string; cause: string }[]).map(({ to, cause }) => [to, cause])).toEqual([
      ['pending', 'reserved'],
      ['paid', 'webhook'],
    ]);
    const session = await behind.document('svc-payment', 'payment-sessions', { userbookingid: bookingId });
    expect(session).toMatchObject({ email: buyer.email, checkoutSessionId: address.searchParams.get('ref2') });
    const fact = await behind.document('svc-booking', 'outbox', {
      'envelope.type': 'booking.booking.paid.v1',
      'envelope.subject': bookingId,
    });
    expect(fact!['publishedAt']).toBeInstanceOf(Date);

    const totals = await behind.providerTotals();
    expect([totals.capturedMinor - totalsBefore.capturedMinor, totals.charges - totalsBefore.charges]).toEqual([5_000, 1]);
    expect(await behind.left('General Seating')).toBe(leftBefore - 2);

    const mails = await until(
      'the ticket mail is in the mailbox',
      () => behind.mailsTo(buyer.email),
      (found) => found.length > mailsBefore.length,
      { withinMs: 15_000 },
    );
    expect(mails).toHaveLength(mailsBefore.length + 1);
    const mail = mails.find((candidate) => candidate.html?.includes(bookingId))!;
    const link = new URL(/https?:\/\/[^\s"<>]*\/get-details\?[^\s"<>]*/.exec(mail.text ?? '')![0]);
    expect(mail.attachments.filter(({ type }) => type === 'image/png').length).toBeGreaterThanOrEqual(2);

    // The link opens the tickets for whoever holds it, signed in or not.
    const reader = await visit(browser, { site: system.site, width: 390, height: 844 });
    await reader.page.goto(link.href);
    await reader.page.getByText('Ticket 2 of 2').waitFor();
    await picture(reader.page, 'get-details-phone');
    expect(reader.complaints).toEqual([]);
    await reader.context.close();

    expect(complaints.slice(0, atProvider)).toEqual([]);
    expect(complaints.slice(atProvider)).toEqual([]);
    await context.close();
  });
});
