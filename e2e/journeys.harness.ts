import type { Role } from '@concert/contracts/core/roles';
import { openBrowser, visitAs, type Visit, type VisitOptions } from '@concert/test-kit/browser';
import { makeBuyers } from '@concert/test-kit/buyers';
import { pay, reserve, SiteClient, type Buyer, type Order } from '@concert/test-kit/site-client';
import { until } from '@concert/test-kit/until';
import { afterAll, beforeAll } from '@jest/globals';
import mongoose from 'mongoose';
import type { Browser } from 'playwright-core';
import { SystemInspector } from './system-under-test.ts';

/* What journeys have in common: the system they visit, a browser, and people who are signed in already. */

export const behind = new SystemInspector();
export const { system } = behind;
/** The browser of the file that calls {@link useBrowser}. */
export let browser: Browser;
/** svc-auth's database, into which buyers are written. */
export let accounts: mongoose.Connection;

/** Opens browser and database for the tests of a file. @param atEnd what is to be done before they are closed */
export function useBrowser(atEnd: () => Promise<unknown> = () => Promise.resolve()): void {
  beforeAll(async () => {
    browser = await openBrowser();
    accounts = await mongoose.createConnection(system.mongo['svc-auth'], { serverSelectionTimeoutMS: 5_000 }).asPromise();
  });
  afterAll(async () => {
    await atEnd();
    await browser?.close();
    await accounts?.close();
    await behind.close();
  });
}

/** The sample account of a role. */
export const accountOf = (role: Role) => system.accounts.find((account) => account.role === role)!;

/** A buyer nobody else is. @param begin how the address begins */
export async function newBuyer(begin?: string): Promise<Buyer> {
  const [buyer] = await makeBuyers(accounts, 1, begin);
  return buyer!;
}

const ONE_SEAT: Order = { seating: 'General Seating', notickets: 1 };

/** A booking that is paid and known to be, without the clicks that other journeys are about. */
export async function paidBooking(buyer: Buyer, order = ONE_SEAT, card?: string): Promise<string> {
  const id = await reserve(system, buyer, order);
  await pay(system, buyer, id, order, card);
  const sold = () => behind.document('svc-payment', 'payment-sessions', { userbookingid: id, standing: 'booked' });
  await until(`the seats of ${buyer.email} are sold`, sold, Boolean, { withinMs: 20_000 });
  return id;
}

/** A session of an account. To sign in by the form is a journey of its own, and takes seconds. */
export async function signedIn(account: { readonly email: string; readonly password: string }): Promise<SiteClient> {
  const client = new SiteClient(system.site);
  await client.signIn(account);
  return client;
}

/** A device on which an account is signed in. @param device the browser, if not that of the file */
export async function visitSignedIn(
  account: { readonly email: string; readonly password: string },
  options: Omit<VisitOptions, 'site'> = {},
  device = browser,
): Promise<Visit> {
  return visitAs(device, await signedIn(account), { site: system.site, ...options });
}
