import { beforeAll, describe, expect, it } from '@jest/globals';
import { idFromBytes } from '@concert/contracts/core/ids';
import { until } from '@concert/test-kit/until';
import mongoose from 'mongoose';
import { randomBytes } from 'node:crypto';
import type { Page } from 'playwright-core';
import type { Visit } from '@concert/test-kit/browser';
import { SiteClient, valueOf, type Buyer } from '@concert/test-kit/site-client';
import { checkScreen } from './check-screen.ts';
import { accountOf, behind, newBuyer, paidBooking, system, useBrowser, visitSignedIn } from './journeys.harness.ts';

useBrowser();

/* What was written to people and did not reach them: found and mended at the desk; and what is written to many at once. */

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

/** Saves what is composed, looks at it, types how many people it goes to, and sends it. */
async function sendIt(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Preview and count recipients' }).click();
  await page.getByRole('group', { name: /^Email: / }).waitFor();
  const label = (await page.getByText(/^Type Send to \d+ to confirm$/).textContent())!;
  await page.getByLabel(label).fill(/^Type (.*) to confirm$/.exec(label)![1]!);
  await page.getByRole('button', { name: /^Send to \d+ pe/ }).click();
  await page.getByRole('img', { name: /^Delivered: / }).waitFor();
}

describe('message runs', () => {
  const mark = String(Date.now());
  const organising = new SiteClient(system.site);

  it('B2-525 B2-558 those who wait for the next date are told, and the button of a mail program takes one off the list within a second', async () => {
    await organising.signIn(organiser);
    const { page } = desk;
    const email = `list-${mark}@example.org`;
    const booking = await mongoose.createConnection(system.mongo['svc-booking']).asPromise();
    await booking.collection<{ _id: string }>('waiting').insertOne({
      ...{ _id: idFromBytes('waiting', randomBytes(17)), userId: idFromBytes('user', randomBytes(17)), name: 'Meera', email },
      ...{ seats: 1, seating: 'next date', joinedAt: new Date(), state: 'waiting', version: 1 },
    });
    await booking.close();
    await page.goto('/messages?new=next-date');
    await page.getByLabel('Subject').first().fill(`There is a next date ${mark}`);
    await sendIt(page);
    const [mail] = await behind.untilMail(email, new RegExp(mark));
    expect(mail!.headers['List-Unsubscribe-Post']).toBe('List-Unsubscribe=One-Click');
    const list = { purpose: 'next-date', audience: { nextDate: true } } as const;
    const listed = async () => valueOf('The count', await organising.notify.countAudience({ body: list })).count;
    const before = await listed();
    const began = Date.now();
    // As a mail program posts it: without cookies, from nowhere.
    const address = /^<(.*)>$/.exec(mail!.headers['List-Unsubscribe']!)![1]!;
    const pressed = await fetch(address, { method: 'POST', body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }) });
    expect([pressed.status, await listed(), Date.now() - began < 1_000]).toEqual([200, before - 1, true]);
    const [ticketMail] = await behind.untilMail(buyer.email.replace('bounce', 'arrives'));
    expect(Object.keys(ticketMail!.headers).filter((name) => name.startsWith('List-'))).toEqual([]);
  });
});
