import { randomBytes } from 'node:crypto';
import { expect, it, jest } from '@jest/globals';
import { picture, visit, visitAs } from '@concert/test-kit/browser';
import { checkScreen } from './check-screen.ts';
import { Hand } from './hand.ts';
import { behind, browser, newBuyer, paidBooking, system, useBrowser } from './journeys.harness.ts';

useBrowser();
jest.setTimeout(300_000);

const VIP = 'VIP Seating';
const PHONE = { site: system.site, width: 390, height: 844 };

it('on a phone someone waits in three presses and a code, a buyer who cannot come gives seats back in three, and two presses on a phone nobody is signed in at and a payment take the offer', async () => {
  const giver = await newBuyer();
  const given = await paidBooking(giver, { seating: VIP, notickets: 6 });
  for (let left = await behind.left(VIP); left > 0; left = await behind.left(VIP))
    await paidBooking(await newBuyer(), { seating: VIP, notickets: Math.min(6, left) });

  const address = `w-${randomBytes(2).toString('hex')}@example.org`;
  const { page, complaints } = await visit(browser, PHONE);
  await page.goto('/');
  await picture(page, 'home-sold-out');
  await page.goto('/reserve-your-seat');
  const waits = new Hand(page);
  await page.getByRole('link', { name: 'Wait for seats in VIP' }).waitFor();
  await checkScreen(page, 'reserve-sold-out');
  await waits.press(page.getByRole('link', { name: 'Wait for seats in VIP' }));
  // Until its program is there, the page that is left stays, whose fields have the same names.
  await page.getByRole('heading', { name: 'Wait for Seats' }).waitFor();
  await page.getByLabel('Name', { exact: true }).fill('Łucja Đặng');
  await page.getByLabel('Email', { exact: true }).fill(address);
  await page.getByLabel('Number of seats').selectOption('2');
  await checkScreen(page, 'waiting-form');
  await waits.press(page.getByRole('button', { name: 'Wait for seats' }));
  const code = page.getByLabel('Code', { exact: true });
  await code.waitFor();
  const [mail] = await behind.untilMail(address);
  await picture(page, 'waiting-code');
  await code.fill(/\b\d{3} ?\d{3}\b/.exec(mail!.text ?? '')![0]);
  await page.getByRole('heading', { name: 'You are next' }).waitFor();
  expect(waits.presses).toBeLessThanOrEqual(3);
  await checkScreen(page, 'waiting-place');

  const other = await visitAs(browser, giver, PHONE);
  const gives = new Hand(other.page);
  await other.page.goto(`/get-details?ref=${given}`);
  await gives.press(other.page.getByRole('button', { name: /^Give back/ }));
  const dialog = other.page.getByRole('dialog');
  await dialog.getByText(/Your tickets stay valid until someone takes the seats\. Then you get \$2,500\.00 back\./).waitFor();
  await checkScreen(other.page, 'give-back-dialog');
  await gives.press(dialog.getByRole('button', { name: 'Give back' }));
  await other.page.getByText(/^Tickets 1, .* given back: valid until/).waitFor();
  expect(gives.presses).toBeLessThanOrEqual(3);
  await checkScreen(other.page, 'given-back');
  await other.page.goto('/bookings');
  await other.page.getByRole('button', { name: 'Keep my tickets' }).waitFor();
  await checkScreen(other.page, 'bookings-given-back');

  await page.getByRole('heading', { name: 'Seats are held for you' }).waitFor();
  await checkScreen(page, 'waiting-offered');
  const [offered] = await behind.untilMail(address, /for you until/);
  const elsewhere = await visit(browser, PHONE);
  const phone = elsewhere.page;
  // The first press is the link of the email.
  await phone.goto(/\S+&ref3=\S+/.exec(offered!.text!)![0]);
  const takes = new Hand(phone);
  await phone.getByRole('heading', { name: 'Seats are held for you' }).waitFor();
  await checkScreen(phone, 'waiting-offered-by-link');
  await takes.press(phone.getByRole('button', { name: /^Pay \$2,500\.00/ }));
  await phone.waitForURL((url) => url.origin === system.payments);
  expect(takes.presses).toBe(1);
  await phone.getByLabel('Card number').fill('4242 4242 4242 4242');
  await phone.getByLabel('Expiry (MM / YY)').fill('12 / 34');
  await phone.getByLabel('Security code').fill('123');
  await phone.getByRole('button', { name: /^Pay / }).click();
  await phone.getByRole('heading', { name: 'Payment Successful' }).waitFor();
  await checkScreen(phone, 'waiting-paid-by-link');
  await page.goto('/waiting');
  await page.getByRole('heading', { name: 'You have your seats' }).waitFor();
  await checkScreen(page, 'waiting-bought');

  await other.page.goto(`/get-details?ref=${given}`);
  await other.page.getByText(/^Tickets 5 and 6 were returned and are no longer valid\./).waitFor();
  await checkScreen(other.page, 'give-back-taken');
  expect([...complaints, ...elsewhere.complaints]).toEqual([]);
});
