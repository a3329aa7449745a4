import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { MAX_SEATS, settingsBody, type SettingsBody } from '@concert/contracts/booking/settings';
import { freePorts } from '@concert/machine-kit/ports';
import { signalGroup } from '@concert/machine-kit/reaper';
import { ROOT } from '@concert/machine-kit/rooms';
import { numbersFrom } from '@concert/test-kit/numbers';
import { askStandIn, press, SiteClient, valueOf } from '@concert/test-kit/site-client';
import { patchedCode } from '@concert/test-kit/patched-code';
import { until } from '@concert/test-kit/until';
import { openDatabases, type FourDatabases } from '../../system/databases.ts';
import { standInTotals } from '../../system/invariants/stand-in-totals.ts';
import { startOwnSystem } from '../../system/own-system.ts';
import { freePlan } from '../../system/ports.ts';
import type { Settings } from '../../system/process-settings.ts';
import { RUSH_SETTINGS } from '../../system/rush-settings.ts';
import type { System } from '../../system/system.ts';
import { lookAndJudge } from '../look.ts';
import type { Proof } from '../proof.ts';
import { Balancer, firstPort, neighbourSettings, PARTS, SecondCopy, type Part, type Place } from './copies.ts';

const LOGS = path.join(ROOT, '.cache/prove-logs');

/** How the system of an experiment differs from the usual one. */
export interface SiteOptions {
  /** Which parts there are two of. */
  readonly twice?: readonly Part[];
  /** NODE_OPTIONS of the gateway and the services. */
  readonly nodeOptions?: string;
}

/** An organiser or admin, signed in. */
export interface Desk {
  readonly client: SiteClient;
  readonly email: string;
}

/** A system of the experiment's own, with its databases, and all that can be done to it. */
export class Site {
  readonly system: System;
  /** The address that people know. */
  readonly url: string;
  readonly databases: FourDatabases;
  readonly seconds: readonly SecondCopy[];
  readonly #proof: Proof;
  readonly #balancer: Balancer;

  private constructor(
    proof: Proof,
    { system, url, databases, seconds }: Pick<Site, 'system' | 'url' | 'databases' | 'seconds'>,
    balancer: Balancer,
  ) {
    this.#proof = proof;
    this.system = system;
    this.url = url;
    this.databases = databases;
    this.seconds = seconds;
    this.#balancer = balancer;
  }

  /** Starts one, tries, and stops it, however that ends. In a control one service lacks its guard. */
  static async with(proof: Proof, { twice = [], nodeOptions = '' }: SiteOptions, work: (site: Site) => Promise<void>): Promise<void> {
    const ports = await freePlan();
    const [entrance = 0, ...others] = await freePorts(1 + twice.length);
    const places = new Map(twice.map((part): [Part, Place] => [part, { first: firstPort(part, ports), second: others.pop()! }]));
    const url = `http://localhost:${places.has('gateway') ? entrance : ports.site}`;
    const settings = Object.fromEntries(
      PARTS.map((part): [Part, Settings] => [
        part,
        { ...RUSH_SETTINGS[part], ...neighbourSettings(places), NODE_OPTIONS: optionsOf(part, proof, nodeOptions) },
      ]),
    ) as Record<Part, Settings>;
    const env = { LOG_LEVEL: 'warn', ...process.env, PUBLIC_ORIGIN: url };
    const undo: (() => unknown)[] = [];
    try {
      const notice = (text: string) => proof.say(text);
      const system = await startOwnSystem({ ports, env, settings, notice, logs: LOGS });
      undo.push(() => system.stop());
      const seconds = [...places].map(([part, place]) => new SecondCopy(part, system.plan, place, settings[part], system.logs));
      undo.push(() => Promise.all(seconds.map((copy) => copy.stop())));
      await Promise.all(seconds.map((copy) => copy.restart()));
      const gateways = places.get('gateway');
      const balancer = new Balancer(gateways ? [gateways.first, gateways.second] : []);
      undo.push(() => balancer.close());
      if (gateways) await balancer.open(entrance);
      const databases = await openDatabases((service) => system.mongo[service]);
      undo.push(() => Promise.all(Object.values(databases).map((connection) => connection.close(true))));
      proof.begin();
      await work(new Site(proof, { system, url, databases, seconds }, balancer));
    } finally {
      proof.save();
      for (const step of undo.toReversed()) await Promise.resolve(step()).catch((error: unknown) => proof.say(String(error)));
    }
  }

  /** Sends a signal to a part and all it started: SIGKILL kills, SIGSTOP freezes. */
  signal(part: string, which: NodeJS.Signals): void {
    const { pid } = this.system.part(part);
    if (pid !== undefined) signalGroup(pid, which);
  }

  /** Kills a part, or the second copy of one by the name `part-2`, and waits until it runs again. */
  async kill(part: string): Promise<void> {
    const second = this.seconds.find((copy) => part === `${copy.part}-2`);
    if (second) {
      process.kill(second.pid!, 'SIGKILL');
      this.#proof.figure(`kills of ${part}`);
      return second.restart();
    }
    const { restarts, pid } = this.system.part(part);
    const runsAgain = () => this.system.part(part).restarts > restarts && this.system.part(part).pid !== pid;
    this.signal(part, 'SIGKILL');
    this.#proof.figure(`kills of ${part}`);
    await until(`${part} runs again`, runsAgain, true, { withinMs: 120_000 });
  }

  /** Kills one of these after the other, now and then, until it is over. */
  async killInTurn(parts: readonly string[], everyMs: number, isOpen: () => boolean): Promise<void> {
    const roll = numbersFrom(this.#proof.standing.seed + this.#proof.standing.done);
    for (let next = 0; isOpen(); next += 1) {
      const withinMs = everyMs * (0.5 + roll());
      await until('it is time to kill', () => !isOpen(), true, { withinMs }).catch(() => undefined);
      if (isOpen()) await this.kill(parts[next % parts.length]!);
    }
  }

  /** Stops a part for a while. */
  async freeze(part: string, milliseconds: number): Promise<void> {
    this.signal(part, 'SIGSTOP');
    await pause(milliseconds);
    this.signal(part, 'SIGCONT');
  }

  /** The second copy of a part is stopped and started as Kubernetes does it. @param from the folder of a checkout */
  async roll(copy: SecondCopy, from?: string): Promise<void> {
    if (copy.part === 'gateway') await this.#balancer.without(copy.port, () => copy.restart(from));
    else await copy.restart(from);
  }

  /** Tells a stand-in of a provider what to do from now on. */
  async tell(provider: 'payments' | 'mailbox', page: string, body: object): Promise<void> {
    await askStandIn(this.system[provider], page, body);
  }

  /** Somebody of the sample accounts, signed in. */
  async account(role: 'organiser' | 'admin'): Promise<Desk> {
    const account = this.system.accounts.find((one) => one.role === role)!;
    const client = new SiteClient(this.url);
    await client.signIn(account);
    return { client, email: account.email };
  }

  /** Changes the settings as an admin does; by itself, so that there are seats for everybody. */
  async change(change: (body: SettingsBody) => void = (body) => void (body.capacities['General Seating'] = MAX_SEATS)): Promise<void> {
    const { client } = await this.account('admin');
    const body = settingsBody(valueOf('Reading the settings', await press(() => client.booking.showSettings())));
    change(body);
    valueOf('Changing the settings', await press(() => client.booking.saveSettings({ body })));
  }

  /** {@link lookAndJudge} at this site. @param broken what is wrong beside the invariants, in words */
  look(broken: () => Promise<readonly string[]> = () => Promise.resolve([])): Promise<void> {
    return lookAndJudge(this.#proof, { databases: this.databases, provider: () => standInTotals(this.system.payments!) }, broken);
  }
}

/** In a control, the code that its guard stands in is changed while the service loads it. */
function optionsOf(part: Part, { control }: Proof, nodeOptions: string): string {
  if (control?.service !== part) return nodeOptions;
  const { file, code, into } = control;
  return `${nodeOptions} ${patchedCode(file.replace(/^.*\/src/, '').replace(/ts$/, 'js'), code, into).join(' ')}`;
}
