import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { until } from '@concert/test-kit/until';
import { expectErrors, picture, visitAs, type Visit } from '@concert/test-kit/browser';
import { checkScreen } from './check-screen.ts';
import { plugInPasskeyDevice } from './passkey-device.ts';
import { pay, reserve, type Buyer, type Order } from '@concert/test-kit/site-client';
import { accountOf, accounts, behind, browser, newBuyer, signedIn, system, useBrowser, visitSignedIn } from './journeys.harness.ts';
import { TwoPeopleEntrance } from './two-people.ts';

useBrowser();

/* An organiser of this journey alone, whose device is the browser's own virtual authenticator. */

const GENERAL: Order = { seating: 'General Seating', notickets: 1 };
const mark = randomBytes(3).toString('hex');
let organiser: Buyer;
let seen: Visit;

const users = () => accounts.collection('users');
const sessions = () => accounts.collection('sessions');

/** A booking that is paid, without the clicks that other journeys are about. */
async function paidBooking(firstname: string): Promise<string> {
  const made = await newBuyer();
  const buyer = { ...made, name: firstname, lastname: mark };
  const bookingId = await reserve(system, buyer, GENERAL);
  await pay(system, buyer, bookingId, GENERAL);
  await until('the seat is sold', () =>
    behind.document('svc-payment', 'payment-sessions', { userbookingid: bookingId, standing: 'booked' }),
  );
  return bookingId;
}

beforeAll(async () => {
  organiser = await newBuyer();
  await users().updateOne({ email: organiser.email }, { $set: { role: 'organiser' } });
  seen = await visitAs(browser, organiser, { site: system.site });
  await plugInPasskeyDevice(seen);
}, 60_000);

describe('an organiser with a passkey', () => {
  it('B7-10 registers it in the profile, and signs in with it alone', async () => {
    const { page } = seen;
    await page.goto('/profile');
    await page.getByText('You have no passkey yet.').waitFor();
    await checkScreen(page, 'profile-no-passkey');
    await page.getByRole('button', { name: 'Add a passkey' }).click();
    await checkScreen(page, 'profile-add-passkey');
    await page.getByRole('dialog').getByLabel('Name').fill('Desk computer');
    await page.getByRole('button', { name: 'Register a passkey' }).click();
    await page.getByRole('listitem').filter({ hasText: 'Desk computer' }).waitFor();
    await checkScreen(page, 'profile-passkey');

    await page.getByRole('button', { name: 'Logout' }).first().click();
    await page.getByRole('button', { name: 'Sign in with a passkey' }).waitFor();
    await checkScreen(page, 'login-passkey');
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
    await page.getByText('Sign in successful').waitFor();
    const user = await users().findOne({ email: organiser.email });
    expect(await sessions().countDocuments({ userId: user!['_id'], passkeyAt: { $ne: null } })).toBe(1);
  });

  it('B7-13 confirms with it before money moves, and gets a new session by that', async () => {
    expectErrors(403);
    const { page } = seen;
    const bookingId = await paidBooking('Bea');
    const { _id: userId } = (await users().findOne({ email: organiser.email }))!;
    await sessions().updateMany({ userId }, { $set: { signedInAt: new Date(Date.now() - 3_600_000) } });
    const before = await sessions().findOne({ userId });

    await page.goto('/send-refund-notification');
    await page.getByRole('button', { name: 'Get Details' }).click();
    const row = page.getByRole('row').filter({ hasText: `Bea ${mark}` });
    await row.getByRole('button', { name: `Refund $25.00 to Bea ${mark}` }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Refund $25.00' }).click();
    const proof = page.getByRole('dialog', { name: 'Confirm it is you' });
    await proof.getByRole('button', { name: 'Use a passkey' }).waitFor();
    await checkScreen(page, 'refund-proof');
    expect(await behind.count('svc-payment', 'refunds', { bookingId })).toBe(0);
    await proof.getByRole('button', { name: 'Use a passkey' }).click();
    await row
      .getByText(/Refund/)
      .first()
      .waitFor();
    await until('the refund is on its way', () => behind.count('svc-payment', 'refunds', { bookingId }), 1, { withinMs: 20_000 });
    expect(await sessions().countDocuments({ _id: before!._id })).toBe(0);
    // The list of refunds goes on asking, and the next test ends this session.
    await page.goto('/profile');
  });

  it('B7-14 has it removed by another admin when it is lost, is told by mail, and registers a new one', async () => {
    expectErrors(401);
    const admin = accountOf('admin');
    const desk = await visitSignedIn(admin);
    await desk.page.goto('/admin/users');
    await desk.page.getByLabel('Search by name or email').fill(organiser.email);
    const row = desk.page.getByRole('row').filter({ hasText: organiser.email });
    await row.getByRole('button', { name: `Passkeys lost by ${organiser.name}` }).click();
    await checkScreen(desk.page, 'lost-passkeys');
    await desk.page.getByRole('button', { name: 'Remove their passkeys' }).click();
    await desk.page.getByText(`The passkeys are removed, and a mail tells ${organiser.name}.`).waitFor();
    await desk.context.close();

    const mails = await behind.untilMail(organiser.email, /^Your passkeys were removed$/);
    expect(mails[0]!.text).toContain('register a new passkey');
    const user = await users().findOne({ email: organiser.email });
    expect(await accounts.collection('passkeys').countDocuments({ userId: user!['_id'] })).toBe(0);
    expect(await sessions().countDocuments({ userId: user!['_id'] })).toBe(0);
  });
});

describe('what needs a second person', () => {
  let entrance: TwoPeopleEntrance;

  beforeAll(async () => {
    entrance = await TwoPeopleEntrance.open(system);
  }, 90_000);
  afterAll(() => entrance?.close());

  async function anOrganiser(): Promise<Buyer> {
    const made = await newBuyer();
    await users().updateOne({ email: made.email }, { $set: { role: 'organiser' } });
    return made;
  }

  it('B9-24 is asked for by one, approved by another, and then done by the first, who is shown the way', async () => {
    expectErrors(409);
    const bookingId = await paidBooking('Cleo');
    const asks = await visitAs(browser, await anOrganiser(), { site: entrance.site });
    const approves = await visitAs(browser, await signedIn(accountOf('admin')), { site: entrance.site });
    const refund = async () => {
      await asks.page.getByRole('button', { name: `Refund $25.00 to Cleo ${mark}` }).click();
      await asks.page.getByRole('dialog').getByRole('button', { name: 'Refund $25.00' }).click();
    };
    const cardOf = ({ page }: Visit) => page.locator('section').filter({ has: page.getByText(bookingId) });

    await asks.page.goto(`/send-refund-notification?booking=${bookingId}`);
    await refund();
    await asks.page.getByText('Another organiser has to approve this first').first().waitFor();
    await picture(asks.page, 'refund-needs-approval');
    expect(await behind.count('svc-payment', 'refunds', { bookingId })).toBe(0);

    await approves.page.goto('/approvals');
    await cardOf(approves).getByRole('button', { name: 'Approve: Send $25.00 back to a buyer' }).waitFor();
    await checkScreen(approves.page, 'approvals');
    await cardOf(approves).getByRole('button', { name: 'Approve: Send $25.00 back to a buyer' }).click();
    await cardOf(approves).getByText('Approved by').waitFor();

    await asks.page.goto('/approvals');
    await cardOf(asks).getByRole('link', { name: 'Go to the refund' }).waitFor();
    await checkScreen(asks.page, 'approvals-approved');
    await cardOf(asks).getByRole('link', { name: 'Go to the refund' }).click();
    await refund();
    await asks.page.getByText('Refund process initiated successfully').first().waitFor();
    expect(await behind.count('svc-payment', 'refunds', { bookingId })).toBe(1);
    const approvals = await accounts
      .collection('approvals')
      .find({ action: { $regex: bookingId } })
      .toArray();
    expect(approvals.map(({ state }) => state as string)).toEqual(['used']);
    await Promise.all([asks.context.close(), approves.context.close()]);
  });
});
