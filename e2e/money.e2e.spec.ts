import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { run } from '@concert/machine-kit/processes';
import { until } from '@concert/test-kit/until';
import mongoose from 'mongoose';
import { picture, visit, type Visit } from '@concert/test-kit/browser';
import { pay, reserve, type Buyer, type Order } from '@concert/test-kit/site-client';
import { accountOf, behind, browser, newBuyer, system, useBrowser, visitSignedIn } from './journeys.harness.ts';

useBrowser();

/* An organiser checks the money, finds money without a booking, and closes the task with a note; the webhook never came. */

const organiser = accountOf('organiser');
const GENERAL: Order = { seating: 'General Seating', notickets: 1 };
const mark = randomBytes(3).toString('hex');
let payment: mongoose.Connection;
let desk: Visit;

async function bought(buyer: Buyer): Promise<string> {
  const who = { ...buyer, name: 'Mona', lastname: mark };
  const id = await reserve(system, who, GENERAL);
  await pay(system, who, id, GENERAL);
  return id;
}

beforeAll(async () => {
  payment = await mongoose.createConnection(system.mongo['svc-payment'], { serverSelectionTimeoutMS: 5_000 }).asPromise();
  desk = await visitSignedIn(organiser);
}, 60_000);

afterAll(async () => {
  await payment?.close();
});

describe('money', () => {
  it('B3-02 F45 F53 a payment whose webhook is lost and whose buyer never comes back is confirmed and mailed', async () => {
    const buyer = await newBuyer();
    await fetch(`${system.payments}/_admin/faults`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"dropWebhooks":1000}',
    });
    const id = await bought(buyer);
    await fetch(`${system.payments}/_admin/faults`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"reset":true}',
    });
    await until('the booking is paid', () => behind.document('svc-booking', 'reserve-your-seat', { _id: id, status: 'paid' }), Boolean, {
      withinMs: 60_000,
    });
    await behind.untilMail(buyer.email);
  }, 120_000);

  it('is checked on demand, on the screen and by the operator; a difference becomes a task that a note closes', async () => {
    const { page } = desk;
    const buyer = await newBuyer();
    const id = await bought(buyer);
    await until('the seats are sold', () => behind.document('svc-payment', 'payment-sessions', { userbookingid: id, standing: 'booked' }));
    await page.goto('/money-check');
    await page.getByRole('button', { name: 'Check the money now' }).click();
    // Until it is done, another press would join it.
    await page.getByText('Checked by an organiser:').waitFor({ timeout: 30_000 });
    await page.getByText('Payment provider', { exact: true }).waitFor();
    await picture(page, 'money-check');
    // Somebody writes a payment into our ledger that never happened.
    await payment
      .collection<{ bookingId: string; amountMinor: number }>('money-ledger')
      .updateOne({ bookingId: id }, { $inc: { amountMinor: -500 } });
    await page.getByRole('button', { name: 'Check the money now' }).click();
    await page.getByText(/differences? (is|are) looked at again in a minute/).waitFor({ timeout: 30_000 });
    const minuteAgo = new Date(Date.now() - 61_000);
    await payment.collection('money-tasks').updateMany({ state: 'settling' }, { $set: { firstSeenAt: minuteAgo } });
    const { code, output } = await run(
      process.execPath,
      [path.resolve(import.meta.dirname, '../svc-payment/dist/commands/verify-money.js')],
      {
        env: { PATH: process.env['PATH'], MONGO_URL: system.mongo['svc-payment'] },
        withinMs: 60_000,
      },
    );
    expect(code).toBe(1);
    expect(output).toContain(`${id}  open  ledger-provider  booking paid $25.00, ledger $20.00, provider $25.00`);
    await page.reload();
    await page.getByRole('heading', { name: 'Our record and the payment provider differ' }).first().waitFor();
    await picture(page, 'money-check-task');
    const phone = await visit(browser, { site: system.site, width: 390, height: 844, colorScheme: 'dark' });
    await phone.context.addCookies(await desk.context.cookies());
    await phone.page.goto('/money-check');
    await phone.page.getByText(id).waitFor();
    await picture(phone.page, 'money-check-phone-dark');
    await phone.context.close();
    await payment
      .collection<{ bookingId: string; amountMinor: number }>('money-ledger')
      .updateOne({ bookingId: id }, { $inc: { amountMinor: 500 } });
    await page.getByRole('button', { name: 'Check the money now' }).click();
    await page.getByText(id).waitFor({ state: 'detached', timeout: 30_000 });
  }, 120_000);
});
