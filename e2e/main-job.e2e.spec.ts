import { randomBytes } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { moreThan, until } from '@concert/test-kit/until';
import jsQR from 'jsqr';
import type { Page } from 'playwright-core';
import { picture, signIn, visit } from '@concert/test-kit/browser';
import { checkScreen } from './check-screen.ts';
import { Hand } from './hand.ts';
import { accountOf, behind, browser, system, useBrowser } from './journeys.harness.ts';

useBrowser();

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

const PHONE = { site: system.site, width: 390, height: 844 };

/** Pays on the provider's page with a card typed key by key: 23 keys, which Apple Pay, Google Pay or a filled-in card spare. The codes follow at once. */
async function payAndSeeTickets(buyer: Hand): Promise<void> {
  const { page } = buyer;
  await page.waitForURL((url) => url.origin === system.payments);
  buyer.screens += 1;
  await buyer.type('Card number', '4242424242424242');
  await buyer.type('Expiry (MM / YY)', '1234');
  await buyer.type('Security code', '123');
  await buyer.press(page.getByRole('button', { name: /^Pay / }));
  await buyer.sees('Payment Successful');
  await page.getByText('Ticket 1 of').first().waitFor();
  expect(await page.evaluate('window.scrollY')).toBe(0);
}

function expectAtMost({ screens, presses, keys }: Hand, most: Pick<Hand, 'screens' | 'presses' | 'keys'>): void {
  expect(screens).toBeLessThanOrEqual(most.screens);
  expect(presses).toBeLessThanOrEqual(most.presses);
  expect(keys).toBeLessThanOrEqual(most.keys);
}

describe('a seat in a minute', () => {
  it('B5-542 a new buyer on a phone has tickets after 5 screens, 12 presses and 60 keys, a known one after 4, 10 and 33', async () => {
    const address = `a-${randomBytes(2).toString('hex')}@example.org`;
    const { page, context, complaints } = await visit(browser, PHONE);
    const buyer = new Hand(page);
    await page.goto('/');
    buyer.screens += 1;
    await buyer.press(page.getByRole('link', { name: 'Reserve Your Seat' }).first());
    await buyer.sees(/^Reserve Your Seat :/);
    await buyer.type('Name', 'Ana Diaz');
    await buyer.type('Email', address);
    await buyer.type('Phone Number', '5551234567');
    await buyer.press(page.getByRole('button', { name: 'Reserve and pay' }));
    await buyer.sees('Type the code we emailed you');
    const [mail] = await behind.untilMail(address);
    await buyer.paste('Code', /\b\d{3} ?\d{3}\b/.exec(mail!.text ?? '')![0]);
    await payAndSeeTickets(buyer);
    expectAtMost(buyer, { screens: 5, presses: 12, keys: 60 });
    expect(complaints).toEqual([]);

    // Another device of theirs, on which nothing was typed before.
    const other = await visit(browser, PHONE);
    await other.context.addCookies(await context.cookies());
    const known = new Hand(other.page);
    await other.page.goto('/');
    known.screens += 1;
    await known.press(other.page.getByRole('link', { name: 'Reserve Your Seat' }).first());
    await known.sees(/^Reserve Your Seat :/);
    await known.press(other.page.locator('label', { hasText: /^Preferred/ }));
    await until('the phone number is filled in', () => other.page.getByLabel('Phone Number').inputValue(), '(555) 123-4567');
    expect(await other.page.getByLabel('Name').inputValue()).toBe('Ana Diaz');
    await known.press(other.page.getByRole('button', { name: 'Reserve and pay' }));
    await payAndSeeTickets(known);
    expectAtMost(known, { screens: 4, presses: 10, keys: 33 });
    await Promise.all([context.close(), other.context.close()]);
  });
});

describe('the main job', () => {
  it('S1-11 S1-12 S2-30 S2-98 S4-20 S4-22 S4-23 S4-24 S4-25 S8-11 a signed-in buyer reserves two General seats, pays on the hosted page, and has tickets by mail', async () => {
    const buyer = accountOf('buyer');
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
    await page.getByRole('button', { name: 'Reserve and pay' }).click();
    const { qrCode, userbookingid } = (await asksToPay).postDataJSON() as { qrCode: string; userbookingid: string };

    await page.waitForURL((url) => url.origin === system.payments);
    await page.getByLabel('Card number').fill('4242 4242 4242 4242');
    await page.getByLabel('Expiry (MM / YY)').fill('12 / 34');
    await page.getByLabel('Security code').fill('123');
    await picture(page, 'hosted-page');
    await page.getByRole('button', { name: 'Pay 50.00 USD' }).click();

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

    const mails = await until('the ticket email is in the mailbox', () => behind.mailsTo(buyer.email), moreThan(mailsBefore.length), {
      withinMs: 15_000,
    });
    expect(mails).toHaveLength(mailsBefore.length + 1);
    const mail = mails.find((candidate) => candidate.html?.includes(bookingId))!;
    const link = new URL(/https?:\/\/[^\s"<>]*\/get-details\?[^\s"<>]*/.exec(mail.text ?? '')![0]);
    expect(mail.attachments.filter(({ type }) => type === 'image/png').length).toBeGreaterThanOrEqual(2);

    // The link opens the tickets for whoever holds it, signed in or not.
    const reader = await visit(browser, { site: system.site, width: 390, height: 844 });
    await reader.page.goto(link.href);
    await reader.page.getByText('Ticket 2 of 2').waitFor();
    await picture(reader.page, 'get-details-phone');
    // So does that of the receipt, which waits for its number if need be.
    await reader.page.goto(/https?:\/\/[^\s"<>]*\/receipt\?[^\s"<>]*/.exec(mail.text ?? '')![0]);
    await reader.page.getByText(/^Receipt \d{4}-\d{5}$/).waitFor();
    await reader.page.getByText(/2 tickets, General Seating, card ending in 4242$/).waitFor();
    await checkScreen(reader.page, 'receipt');
    expect(reader.complaints).toEqual([]);
    await reader.context.close();

    expect(complaints).toEqual([]);
    await context.close();
  });
});
