import { randomBytes } from 'node:crypto';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { settingsBody, type ConcertSettings } from '@concert/contracts/booking/settings';
import { until } from '@concert/test-kit/until';
import type { Locator, Page } from 'playwright-core';
import { expectErrors, picture, visit, visitAs, type Visit } from '@concert/test-kit/browser';
import type { Buyer } from '@concert/test-kit/site-client';
import { checkScreen } from './check-screen.ts';
import { Hand } from './hand.ts';
import { accountOf, accounts, behind, browser, newBuyer, paidBooking, system, useBrowser, visitSignedIn } from './journeys.harness.ts';
import { FOCUSED_LINK, tabTo } from './keyboard.ts';
import { plugInPasskeyDevice } from './passkey-device.ts';

/*
 * An organiser refunds one booking, tells its buyer, and then stops the whole evening, twice. It is opened again at the end, for the journeys
 * that come after.
 */

useBrowser(async () => {
  const headers = { origin: system.site };
  const settings = await desk?.context.request.get('/api/concert/settings');
  const data = settings && { ...settingsBody((await settings.json()) as ConcertSettings), state: 'open' };
  await desk?.context.request.put('/api/concert/settings', { headers, data });
});

const admin = accountOf('admin');
const mark = randomBytes(3).toString('hex');
/** Paid like any other; money sent back to it is refused by its bank a moment later. */
const REFUSED_LATER = '4000000000005126';
let desk: Visit;
let anna: Buyer;
let annasBooking: string;

const named = (buyer: Buyer, name: string): Buyer => ({ ...buyer, name, lastname: mark });
const becomes = (bookingId: string, status: string) =>
  until(`the booking is ${status}`, () => behind.document('svc-booking', 'reserve-your-seat', { _id: bookingId, status }));

async function mailTo(buyer: Buyer, about: RegExp): Promise<string> {
  const mails = await behind.untilMail(buyer.email, about);
  return mails.find(({ subject }) => about.test(subject))!.text ?? '';
}

const rowOf = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });

/** Shows more rows until that of a buyer is there: the newest booking comes last, and other journeys of this run have paid as well. */
async function turnTo(page: Page, name: string): Promise<Locator> {
  const [row, more] = [rowOf(page, name), page.getByRole('button', { name: 'Show more refunds' })];
  for (;;) {
    await row.or(more).first().waitFor();
    if (await row.isVisible()) return row;
    await more.click();
  }
}

beforeAll(async () => {
  anna = await newBuyer();
  [annasBooking, desk] = await Promise.all([paidBooking(named(anna, 'Anna')), visitSignedIn(admin)]);
}, 60_000);

describe('refunds', () => {
  it('S1-19 S2-119 S2-120 S2-121 S8-23 S8-25 S8-26 an organiser gets the details and sends one booking back, after the password once more; buyer and booking hear of it', async () => {
    expectErrors(403);
    const { page } = desk;
    await page.goto('/send-refund-notification');
    await page.getByRole('button', { name: 'Get Details' }).click();
    await page.getByText('Data loaded successfully.').waitFor();
    const row = rowOf(page, `Anna ${mark}`);
    await picture(page, 'refunds-list');
    await accounts.collection('sessions').updateMany({}, { $set: { signedInAt: new Date(Date.now() - 3_600_000) } });
    await row.getByRole('button', { name: `Refund $25.00 to Anna ${mark}` }).click();
    await picture(page, 'refunds-question');
    await page.getByRole('dialog').getByRole('button', { name: 'Refund $25.00' }).click();
    const proof = page.getByRole('dialog', { name: 'Confirm it is you' });
    await proof.waitFor();
    await picture(page, 'refunds-password');
    await proof.getByLabel('Password', { exact: true }).fill(admin.password);
    await proof.getByRole('button', { name: 'Confirm' }).click();
    const words = `Refund process initiated successfully for Anna ${mark}`;
    await until('message and toast say so', () => page.getByText(words).count(), 2, { withinMs: 20_000 });
    await row.getByText('Refunded').first().waitFor();
    await picture(page, 'refunds-done');
    await becomes(annasBooking, 'refunded');
    expect(await behind.count('svc-payment', 'refunds', { bookingId: annasBooking })).toBe(1);
  });

  it('S2-42 S7-29 opening the page of refund mails tells each buyer once; the link in a mail shows the refund without signing in, and the keyboard leads on to the organisers', async () => {
    expectErrors(404);
    const { page } = desk;
    await page.goto('/send-refund-issued-email');
    await page.getByText(/being emailed/).waitFor();
    await picture(page, 'refund-mails');
    await page.reload();
    await page.getByText('Everyone who was refunded has been emailed already').waitFor();
    const text = await mailTo(anna, /refund/i);
    const link = /https?:\/\/\S+\/refund\?ref=\S+/.exec(text)?.[0] ?? '';
    const buyer = await visit(browser, { site: system.site, width: 390, height: 844, colorScheme: 'dark' });
    await buyer.page.goto(link);
    await buyer.page.getByRole('heading', { name: 'Your refund has been sent' }).waitFor();
    await buyer.page.getByText('ending in 4242').waitFor();
    expect(await buyer.page.getByText('$25.00').count()).toBe(1);
    await picture(buyer.page, 'refund-link-phone-dark');
    await tabTo(buyer.page, (await buyer.page.locator('main a[href^="mailto:"]').textContent())!);
    expect(await buyer.page.evaluate<string>(FOCUSED_LINK)).toMatch(new RegExp(`^mailto:.*subject=${annasBooking}$`));
    await buyer.page.goto(link.slice(0, -1));
    await buyer.page.getByText('This link does not open a refund').waitFor();
    await buyer.context.close();
  });
});

/** An admin at a phone whose only proof is a passkey of a real browser, and who signed in an hour ago. */
async function adminWithPasskey(chief: Buyer): Promise<Visit> {
  const user = await accounts.collection('users').findOneAndUpdate({ email: chief.email }, { $set: { role: 'admin' } });
  const phone = await visitAs(browser, chief, { site: system.site, width: 390, height: 844 });
  await plugInPasskeyDevice(phone);
  await phone.page.goto('/profile');
  await phone.page.getByRole('button', { name: 'Add a passkey' }).click();
  await phone.page.getByRole('dialog').getByLabel('Name').fill('Phone');
  await phone.page.getByRole('button', { name: 'Register a passkey' }).click();
  await phone.page.getByRole('listitem').filter({ hasText: 'Phone' }).waitFor();
  await accounts.collection('sessions').updateMany({ userId: user!._id }, { $set: { signedInAt: new Date(Date.now() - 3_600_000) } });
  return phone;
}

/** Waits for the badge. The same words head each message to readers, which comes a moment later. */
const untilCancelled = (page: Page) => page.getByText('The concert is cancelled', { exact: true }).first().waitFor();

/** From the desk on a phone to the evening that is stopped: a line, presses and a passkey. @returns how long it took from opening the desk, in milliseconds */
async function stopByPhone(hand: Hand): Promise<number> {
  const { page } = hand;
  const stop = page.getByRole('button', { name: /^Cancel the concert and tell \d+ p/ });
  const began = Date.now();
  await page.goto('/desk');
  await hand.press(page.getByRole('link', { name: 'Cancel the concert …' }));
  await page.getByLabel('Reason, one line').fill('A storm is coming.');
  await stop.waitFor();
  await picture(page, 'stop-phone');
  await page.getByText(/^\d+: buyers who have paid$/).click();
  await checkScreen(page, 'stop-words-phone');
  await hand.press(stop);
  await page.getByRole('dialog', { name: 'Confirm it is you' }).waitFor();
  await checkScreen(page, 'stop-proof-phone');
  await hand.press(page.getByRole('button', { name: 'Use a passkey' }));
  await untilCancelled(page);
  return Date.now() - began;
}

describe('cancelling the concert', () => {
  it('B6-507 a storm: the evening is stopped from a phone by a passkey, the open door knows within four seconds, pages and ticket say so, the buyer is told once, whom no mail reaches is called; undone, once more', async () => {
    expectErrors(403);
    const [buyer, chief, lost] = [await newBuyer(), await newBuyer(), await newBuyer('bounce')];
    const [booking] = await Promise.all([paidBooking(named(buyer, 'Dora')), paidBooking(named(lost, 'Lore'))]);
    const [phone, door, ticket] = await Promise.all([
      adminWithPasskey(chief),
      visit(browser, { site: system.site, width: 390, height: 844 }),
      visitAs(browser, buyer, { site: system.site, width: 390, height: 844 }),
    ]);
    await door.context.addCookies(await desk.context.cookies());
    await door.page.goto('/door');
    await door.page.getByLabel('Code', { exact: true }).waitFor();
    const hand = new Hand(phone.page);
    const took = await stopByPhone(hand);
    expect([took < 60_000, hand.presses]).toEqual([true, 3]);
    await door.page.getByText('The concert is cancelled.').first().waitFor({ timeout: 4_000 });
    await ticket.page.goto(`/get-details?ref=${booking}`);
    await ticket.page.getByText(/A refund link will be sent to you/).waitFor();
    await ticket.page.goto('/reserve-your-seat');
    await ticket.page.locator('main').getByText('A storm is coming.').waitFor();
    expect(await mailTo(buyer, /^The concert is cancelled$/)).toMatch(/A storm is coming\.[^]*You will be refunded in full/);
    await phone.page
      .getByText(/^Delivery: /)
      .first()
      .waitFor();
    const call = phone.page.getByRole('row').filter({ hasText: `Lore ${mark}` });
    expect(await call.getByRole('link', { name: lost.phoneno! }).getAttribute('href')).toBe(`tel:+1${lost.phoneno!.replace(/\D/g, '')}`);
    await checkScreen(phone.page, 'stopped-phone');
    await phone.page.getByRole('button', { name: 'Undo: it takes place after all' }).click();
    await phone.page.getByText(/^The concert takes place\. We are telling/).waitFor();
    expect(await mailTo(buyer, /^The concert takes place after all$/)).toContain('no longer applies');
    await door.page.getByText('The concert is cancelled.').first().waitFor({ state: 'hidden', timeout: 4_000 });
    await picture(phone.page, 'stop-undone-phone');
    const subjects = (await behind.mailsTo(buyer.email)).map(({ subject }) => subject);
    expect(subjects.filter((subject) => /^The concert /.test(subject)).sort()).toEqual([
      'The concert is cancelled',
      'The concert takes place after all',
    ]);
    // The team is as before for other journeys.
    await accounts.collection('users').updateOne({ email: chief.email }, { $set: { role: 'buyer' } });
    await Promise.all([phone, door, ticket].map(({ context }) => context.close()));
  }, 150_000);

  it('B3-511 counts, asks for typed words, tells every buyer, sends everything back and shows what is stuck', async () => {
    const { page } = desk;
    const [ben, carl] = [await newBuyer(), await newBuyer()];
    const [bensBooking] = await Promise.all([paidBooking(named(ben, 'Ben')), paidBooking(named(carl, 'Carl'), undefined, REFUSED_LATER)]);
    await page.goto('/cancel-concert');
    await page.getByLabel('Reason, one line').fill('A storm is coming.');
    await picture(page, 'cancel-question');
    await page.getByRole('button', { name: /^Cancel the concert and tell \d+ p/ }).click();
    await untilCancelled(page);
    await page.getByRole('button', { name: 'Count the refunds' }).click();
    const typed = page.getByLabel(/^Type REFUND \d+ PAYMENTS? to confirm/);
    await typed.waitFor();
    await picture(page, 'cancel-counted');
    if (await page.getByText('The two sums differ').isVisible())
      await page.getByLabel('Why do the sums differ?').fill('Other journeys of this run left them so.');
    const words = /REFUND \d+ PAYMENTS?/.exec((await page.getByText(/^Type REFUND/).textContent()) ?? '')![0];
    await typed.fill(words);
    await page.getByRole('button', { name: /^Refund \$[\d,.]+$/ }).click();
    await page.getByRole('progressbar').waitFor();
    await picture(page, 'cancel-running');
    await becomes(bensBooking, 'refunded');
    expect(await mailTo(ben, /^The concert is cancelled: /)).toContain('/refund?ref=');
    // Carl's bank refuses a moment later: the run is over, and says that somebody has to look.
    await page.getByText('Needs attention', { exact: true }).waitFor({ timeout: 60_000 });
    await page.getByRole('radio', { name: /^Failed/ }).check();
    await rowOf(page, `Carl ${mark}`)
      .getByRole('button', { name: `Carl ${mark} was refunded another way` })
      .click({ timeout: 60_000 });
    await page.getByRole('radio', { name: 'All' }).check();
    await (await turnTo(page, `Carl ${mark}`)).getByText('Settled').waitFor();
    await page.getByText('These refunds are finished. Count the money again to see whether any is left.').waitFor();
    await picture(page, 'cancel-finished');
  }, 120_000);
});
