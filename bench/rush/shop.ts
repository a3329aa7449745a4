import mongoose from 'mongoose';
import type { SystemAddress } from '../../dev/system/address.ts';
import { SERVICES, type ServiceName } from '../../dev/system/rooms.ts';
import { keepSecrets } from '../../dev/system/secrets.ts';
import { SiteClient, valueOf } from '../../e2e/site-client.ts';

/** Seats of the category the crowd buys: more than any crowd here can. */
const SEATS = 100_000;

/** A running system and its databases, as a measurement needs them. */
export interface OpenShop {
  readonly system: SystemAddress;
  readonly connections: ReadonlyMap<ServiceName, mongoose.Connection>;
  /** May read the server's status. */
  readonly root: mongoose.Connection;
  readonly close: () => Promise<void>;
}

/** Connects to the databases of a system and makes its hall large enough. */
export async function openShop(system: SystemAddress): Promise<OpenShop> {
  const open = (url: string) => mongoose.createConnection(url, { maxPoolSize: 20 }).asPromise();
  const connections = new Map<ServiceName, mongoose.Connection>();
  for (const service of SERVICES) connections.set(service, await open(system.mongo[service]));
  const { mongoRoot } = await keepSecrets(system.dataFolder);
  const root = await open(process.env['MONGO_URL'] ?? rootUrl(system.mongo['svc-auth'], mongoRoot));
  await enlarge(system);
  return {
    system,
    connections,
    root,
    close: async () => void (await Promise.all([...connections.values(), root].map((connection) => connection.close()))),
  };
}

function rootUrl(url: string, password: string): string {
  const address = new URL(url);
  address.username = 'root';
  address.password = password;
  address.pathname = '/admin';
  address.searchParams.set('authSource', 'admin');
  return address.href;
}

async function enlarge({ site, accounts }: SystemAddress): Promise<void> {
  const admin = new SiteClient(site);
  await admin.signIn(accounts.find(({ role }) => role === 'admin')!);
  const { categories, allotments, date, ...settings } = valueOf('Reading the settings', await admin.booking.showSettings());
  const capacities = Object.fromEntries(
    categories.map(({ seating, capacity }) => [seating, seating === 'General Seating' ? SEATS : capacity]),
  );
  valueOf(
    'Enlarging the hall',
    await admin.booking.saveSettings({
      body: {
        ...settings,
        date: { local: date.local, timeZone: date.timeZone, ...(date.which ? { which: date.which } : {}) },
        capacities: capacities as never,
        allotments: Object.fromEntries(allotments.map((allotment) => [allotment.group, allotment.capacity])) as never,
      },
    }),
  );
}
