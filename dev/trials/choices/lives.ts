import { setTimeout as pause } from 'node:timers/promises';
import type { Running } from '@concert/machine-kit/processes';
import { changing, KILL } from '@concert/test-kit/changed-code';
import type { Connection } from 'mongoose';

/** The services that are killed. */
export type Mortal = 'svc-booking' | 'svc-payment';

const GROUP = '/service-kit/dist/message-group.js';
const ROUND = '/choices/carry-out-choices.js';
const SENDER = '/refunds/send-refunds.js';
const PAGE = 'await this.transactions.run((transaction)=>this.page(transaction));';
const SENT = 'const seen = await this.sentOnce(mine);';
const COMMITTED = 'return requests.map((request)=>{';

/** Smaller steps, so that there is something left for every life. */
const SMALL: Readonly<Record<Mortal, readonly string[]>> = {
  'svc-booking': [
    ...changing(ROUND, 'const AT_ONCE = 100;', 'const AT_ONCE = 25;'),
    ...changing(GROUP, 'const MOST = 100;', 'const MOST = 10;'),
  ],
  'svc-payment': [
    ...changing(SENDER, 'const SIDE_BY_SIDE = 6;', 'const SIDE_BY_SIDE = 1;'),
    ...changing(GROUP, 'const MOST = 100;', 'const MOST = 10;'),
  ],
};

interface Place {
  readonly name: string;
  readonly args: readonly string[];
}

/* None stands within a transaction: one that dies with its process keeps its documents for a minute. */
const PLACES: Readonly<Record<Mortal, readonly Place[]>> = {
  'svc-booking': [
    { name: 'when a page was carried out', args: changing(ROUND, PAGE, `${PAGE} ${KILL}`) },
    { name: 'before a page is carried out', args: changing(ROUND, PAGE, `${KILL} ${PAGE}`) },
    { name: 'when a message was followed and not confirmed', args: changing(GROUP, COMMITTED, `${KILL} ${COMMITTED}`) },
  ],
  'svc-payment': [
    { name: 'when given tickets were followed and not confirmed', args: changing(GROUP, COMMITTED, `${KILL} ${COMMITTED}`) },
    { name: 'before the provider is asked', args: changing(SENDER, SENT, `${KILL} ${SENT}`) },
    { name: 'when the provider had answered', args: changing(SENDER, SENT, `${SENT} ${KILL}`) },
  ],
};

/** What makes a repeat harmless, taken out: the inbox finds nothing, and tickets that ended can be given back again. */
const UNGUARDED = [
  ...changing('/service-kit/dist/inbox.js', 'async noteAll(', 'async noteAll() { return new Set(); }\n    async unused('),
  ...changing('/refunds/refundable.js', 'const left = valid.filter((number)=>!ended.has(number));', 'const left = valid;'),
];

/** Starts a service with arguments for Node; resolves when it is ready or dead. */
type Begin = (name: Mortal, args: readonly string[]) => Promise<Running>;

/** How long a life may last before it counts as one that met nothing. */
const LIFE_MS = 5_000;

/** Starts services that die where it hurts, one life after the other. */
export class Lives {
  readonly #met = new Map<string, number>();
  readonly #begin: Begin;
  readonly #databases: Readonly<Record<Mortal, Connection>>;
  readonly #isControl: boolean;
  readonly #living = new Set<Running>();
  #isOver = false;

  constructor(begin: Begin, databases: Readonly<Record<Mortal, Connection>>, isControl: boolean) {
    this.#begin = begin;
    this.#databases = databases;
    this.#isControl = isControl;
  }

  /** Where processes died, and how often. */
  get places(): string {
    return [...this.#met].map(([place, count]) => `${count} ${place}`).join(', ');
  }

  /** Lives and deaths of both services side by side. @returns how often one was killed */
  async run(kills: number): Promise<number> {
    let killed = 0;
    const live = async (name: Mortal) => {
      for (let life = 0; killed < kills && life < kills && !this.#isOver; life += 1) {
        await this.#forgetTheDead(name);
        const place = PLACES[name][life % PLACES[name].length]!;
        const child = await this.#live(name, place.args);
        const exit = await Promise.race([child.exited, pause(LIFE_MS)]);
        if (exit?.signal !== 'SIGKILL') await child.stop();
        else {
          killed += 1;
          if (killed % 10 === 0) console.log(`     ${killed} killed`);
          this.#met.set(place.name, (this.#met.get(place.name) ?? 0) + 1);
        }
      }
    };
    await Promise.all([live('svc-booking'), live('svc-payment')]);
    await Promise.all([this.#forgetTheDead('svc-booking'), this.#forgetTheDead('svc-payment')]);
    return killed;
  }

  /** Lets both live until the work is over, with what was taken out still out. */
  async finish(over: () => Promise<void>): Promise<void> {
    const children = await Promise.all([this.#live('svc-booking', []), this.#live('svc-payment', [])]);
    await over().finally(() => Promise.all(children.map((child) => child.stop())));
  }

  /** Ends all that live, when the trial is ended from outside. */
  async stop(): Promise<void> {
    this.#isOver = true;
    await Promise.all([...this.#living].map((child) => child.stop()));
  }

  async #live(name: Mortal, args: readonly string[]): Promise<Running> {
    const child = await this.#begin(name, [...this.#args(name), ...args]);
    this.#living.add(child);
    void child.exited.then(() => this.#living.delete(child));
    return child;
  }

  #args(name: Mortal): readonly string[] {
    return [...SMALL[name], ...(this.#isControl && name === 'svc-payment' ? UNGUARDED : [])];
  }

  /** Ends what a killed process leaves behind, as time would: its leases, and the wait for what it sent. */
  async #forgetTheDead(name: Mortal): Promise<void> {
    const database = this.#databases[name];
    await database.collection('leases').deleteMany({});
    if (name === 'svc-payment')
      await database.collection('refunds').updateMany({ status: 'requested' }, { $set: { nextTryAt: new Date() } });
  }
}
