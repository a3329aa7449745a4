import { until } from '@concert/test-kit/until';
import mongoose from 'mongoose';
import type { SystemAddress } from '../dev/system/address.ts';
import { standInTotals } from '../dev/system/invariants/stand-in-totals.ts';
import { isSound, lookUntilSound, tableOf } from '../dev/system/invariants/invariants.ts';
import { openDatabases, rootUrl, type FourDatabases } from '../dev/system/databases.ts';
import { MAX_SEATS, settingsBody } from '@concert/contracts/booking/settings';
import { SiteClient, valueOf } from '@concert/test-kit/site-client';

/** A running system and its databases, as a measurement needs them. */
export interface SystemUnderTest {
  readonly system: SystemAddress;
  readonly databases: FourDatabases;
  /** May read the server's status. */
  readonly root: mongoose.Connection;
  readonly close: () => Promise<void>;
}

/** Connects to the databases of a system, and makes its hall as large as one may be. */
export async function openSystemUnderTest(system: SystemAddress): Promise<SystemUnderTest> {
  const databases = await openDatabases((service) => system.mongo[service]);
  const root = await mongoose.createConnection(process.env['MONGO_URL'] ?? (await rootUrl(system))).asPromise();
  await enlargeHall(system);
  return {
    system,
    databases,
    root,
    close: async () => void (await Promise.all([...Object.values(databases), root].map((connection) => connection.close()))),
  };
}

/** The admin's own client. */
async function admin({ site, accounts }: SystemAddress): Promise<SiteClient> {
  const client = new SiteClient(site);
  await client.signIn(accounts.find(({ role }) => role === 'admin')!);
  return client;
}

/** Makes the largest hall there may be, as an admin does. */
async function enlargeHall(system: SystemAddress): Promise<void> {
  const { booking } = await admin(system);
  const body = settingsBody(valueOf('Reading the settings', await booking.showSettings()));
  body.capacities['General Seating'] = MAX_SEATS;
  valueOf('Changing the size of a category', await booking.saveSettings({ body }));
}

/** How long a comparison of a hundred thousand payments may take. */
const COMPARED_MS = 120_000;

/** Lets the system compare its money, so that it rests from that for a while. */
export async function compareMoney(system: SystemAddress): Promise<void> {
  const { payment } = await admin(system);
  const ask = async () => valueOf('Reading the comparison of the money', await payment.showMoneyCheck());
  const before = (await ask()).proof?.at;
  valueOf('A comparison of the money', await payment.checkMoney());
  await until('the money is compared', ask, ({ check, proof }) => check === null && proof?.at !== before, {
    withinMs: COMPARED_MS,
    everyMs: 200,
  });
}

/**
 * Looks at every invariant once all is done.
 * @param withinMs how long what is under way may take
 * @throws Error with what is broken
 */
export async function assertSound({ system, databases }: SystemUnderTest, withinMs: number): Promise<void> {
  const provider = () => standInTotals(system.payments!);
  const findings = await lookUntilSound({ databases, provider }, withinMs);
  if (!isSound(findings)) throw new Error(`an invariant is broken\n${tableOf(findings)}`);
}
