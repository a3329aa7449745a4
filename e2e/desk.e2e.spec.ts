import { beforeAll, describe, it } from '@jest/globals';
import { until } from '@concert/test-kit/until';
import type { Visit } from '@concert/test-kit/browser';
import type { Buyer } from '@concert/test-kit/site-client';
import { checkScreen } from './check-screen.ts';
import { accountOf, behind, newBuyer, paidBooking, useBrowser, visitSignedIn } from './journeys.harness.ts';

useBrowser();

/* What was written to people and did not reach them: found and mended at the desk. */

const organiser = accountOf('organiser');
let desk: Visit;
let buyer: Buyer;
let bookingId: string;

beforeAll(async () => {
  buyer = await newBuyer('bounce');
  bookingId = await paidBooking(buyer);
  desk = await visitSignedIn(organiser);
}, 90_000);

describe('the desk', () => {
  it('B2-520 B2-521 B2-523 a ticket mail that came back is found where the day begins, and sent to the address that was meant', async () => {
    const { page } = desk;
    await until('the email has come back', () => behind.document('svc-notify', 'mails', { bookings: bookingId, trouble: true }));
    await page.goto('/desk');
    const row = page.getByRole('row').filter({ has: page.getByRole('link', { name: buyer.name }) });
    await row.getByText('Ticket email: bounced').waitFor();
    await checkScreen(page, 'desk');
    await row.getByRole('button', { name: /^Correct the address …: Ticket email/ }).click();
    const dialog = page.getByRole('dialog', { name: 'Send the ticket email again?' });
    await dialog.getByText(buyer.email).waitFor();
    await checkScreen(page, 'desk-resend');
    const meant = buyer.email.replace('bounce', 'arrives');
    await dialog.getByLabel('Corrected email').fill(meant);
    await page.keyboard.press('Enter');
    await page.getByText(`The email is on its way to ${meant}.`).waitFor();
    await row.waitFor({ state: 'detached' });
    await behind.untilMail(meant);
  });
});
