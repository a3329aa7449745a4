import { settingsBody, type SettingsBody } from '@concert/contracts/booking/settings';
import { SERVICES } from '@concert/machine-kit/rooms';
import { SiteClient, valueOf } from '@concert/test-kit/site-client';
import mongoose from 'mongoose';
import { RUSH_SETTINGS } from '../system/rush-settings.ts';
import { Fleet, FLEET_PARTS, type FleetOptions } from '../system/fleet/fleet.ts';
import { isSound, lookUntilSound, tableOf } from '../system/invariants/invariants.ts';
import { standInTotals } from '../system/invariants/stand-in-totals.ts';
import type { Proof } from './proof.ts';

/** Nobody is slowed down for asking often, and everybody comes from an address of their own. */
const UNHURRIED: NonNullable<FleetOptions['settings']> = {
  ...RUSH_SETTINGS,
  'svc-booking': {
    ...Object.fromEntries(
      ['UNPAID_HOLDS', 'OPEN_SEATS'].flatMap((what) => ['ACCOUNT', 'SOURCE'].map((whose) => [`${what}_PER_${whose}`, '1000000'])),
    ),
  },
};

/** What is under way is done within this time (invariant I14). */
const SETTLED_MS = 90_000;

/** A system of the experiment's own, with its databases. */
export class OwnSite {
  readonly fleet: Fleet;
  readonly databases: Readonly<Record<'auth' | 'booking' | 'payment' | 'notify', mongoose.Connection>>;

  private constructor(fleet: Fleet, databases: OwnSite['databases']) {
    this.fleet = fleet;
    this.databases = databases;
  }

  /**
   * Starts one, tries, looks at every invariant, and stops it.
   * @param twice which parts there are two of
   * @param options NODE_OPTIONS of the gateway and the services
   */
  static async with(
    proof: Proof,
    twice: NonNullable<FleetOptions['twice']>,
    work: (site: OwnSite) => Promise<void>,
    options = '',
  ): Promise<void> {
    const settings = { ...UNHURRIED };
    for (const part of FLEET_PARTS) settings[part] = { ...settings[part], NODE_OPTIONS: options };
    const fleet = await Fleet.start({ twice, settings, env: { LOG_LEVEL: 'warn', ...process.env } });
    const connections: mongoose.Connection[] = [];
    try {
      for (const service of SERVICES) connections.push(await mongoose.createConnection(fleet.system.mongo[service]).asPromise());
      const names = SERVICES.map((service, index) => [service.slice('svc-'.length), connections[index]] as const);
      const site = new OwnSite(fleet, Object.fromEntries(names) as unknown as OwnSite['databases']);
      proof.begin();
      await work(site);
      await site.look(proof);
    } finally {
      proof.save();
      await Promise.all(connections.map((connection) => connection.close()));
      await fleet.stop();
    }
  }

  /** Looks at every invariant once what is under way is done; each breach is a violation. */
  async look(proof: Proof): Promise<void> {
    const provider = () => standInTotals(this.fleet.system.payments!);
    const findings = await lookUntilSound({ databases: this.databases, provider }, SETTLED_MS);
    if (!isSound(findings)) console.log(tableOf(findings));
    for (const { id, breaches } of findings) for (const breach of breaches) proof.violation(`${id} ${breach}`);
  }

  /** Changes the settings as an admin does. */
  async change(change: (body: SettingsBody) => void): Promise<void> {
    const { site, system } = this.fleet;
    const admin = new SiteClient(site);
    await admin.signIn(system.accounts.find(({ role }) => role === 'admin')!);
    const body = settingsBody(valueOf('Reading the settings', await admin.booking.showSettings()));
    change(body);
    valueOf('Changing the settings', await admin.booking.saveSettings({ body }));
  }
}
