import { until } from '@concert/test-kit/until';
import type mongoose from 'mongoose';
import { makeBuyers } from '@concert/test-kit/buyers';
import type { Fleet } from '../../system/fleet/fleet.ts';
import { Load } from './load.ts';

const VISITORS = 4;
const RESERVING = 4;
const PAYING = 2;
/** Fewer than there are seats. */
const MAX_PURCHASES = 400;
const SOCKETS = 64;

/** Reports for each assertThat whether it is met, and remembers those that are not. */
export class Verdict {
  readonly #faults: string[] = [];

  assertThat(fine: boolean, what: string): void {
    console.log(`${fine ? '  ok' : '  !!'} ${what}`);
    if (!fine) this.#faults.push(what);
  }

  /** Does work while people use the site, and demands that none of their requests failed. */
  async underLoad(fleet: Fleet, auth: mongoose.Connection, what: string, work: (load: Load) => Promise<number>): Promise<Load> {
    const load = new Load(fleet.site, SOCKETS);
    load.start(VISITORS, await makeBuyers(auth, RESERVING));
    load.sell(fleet.system.payments!, await makeBuyers(auth, MAX_PURCHASES), PAYING);
    await until(
      'the load runs',
      () => load.total.sent,
      (sent) => sent > 40,
      { withinMs: 60_000 },
    );
    const replaced = await work(load).finally(() => load.stop());
    const { sent, failed, again, told } = load.total;
    for (const [kind, count] of load.counts)
      console.log(
        `     ${kind.padEnd(12)} ${String(count.sent).padStart(6)} sent ${String(count.failed).padStart(4)} failed ${String(count.again).padStart(4)} sent again on a new connection ${String(count.told).padStart(4)} told to wait`,
      );
    for (const fault of load.faults.slice(0, 10)) console.log(`     ${fault}`);
    for (const { from, what: answer } of load.told.slice(0, 10))
      console.log(`     ${new Date(from).toISOString()} told to wait, ${answer.slice(0, 120)}`);
    this.assertThat(
      failed === 0,
      `${what}: ${replaced} copies replaced, ${sent} requests sent, ${failed} failed, ${again} sent again on a new connection, ${told} sent again after a moment`,
    );
    return load;
  }

  /** Prints the verdict and ends the process. */
  end(): never {
    console.log(this.#faults.length === 0 ? '\nNothing failed.' : `\nNot as it should be: ${this.#faults.join('; ')}`);
    process.exit(this.#faults.length === 0 ? 0 : 1);
  }
}
