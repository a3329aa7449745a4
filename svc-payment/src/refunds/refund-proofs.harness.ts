import { RefundSimulation, troubleCounts } from './refund-simulation.harness.ts';

/* A program for `npm run prove refunds`: plays the simulations with the seeds of a range and says what was wrong. */

const TELL_EVERY = 100;
const PRICE = 5_000;

/** Somebody gives money back on the provider's own pages meanwhile. */
class ProviderSimulation extends RefundSimulation {
  protected override async round(clicks: number): Promise<void> {
    if (this.account.trouble && this.roll() < 0.3) this.account.byHand(this.roll());
    await super.round(clicks);
  }

  protected override isFailed(): boolean {
    return this.account.held > 0 && [...this.memory.refunds.values()].every(({ status }) => status === 'succeeded' || status === 'failed');
  }

  /** What was done at the provider last may not have been heard yet. */
  protected override isOver(): boolean {
    const known = new Set([...this.memory.refunds.values()].map(({ providerRefundId }) => providerRefundId));
    return super.isOver() && [...this.account.refunds.keys()].every((id) => known.has(id));
  }

  protected override faults(): string[] {
    const made = [...this.account.refunds.values()].filter(({ state }) => state === 'succeeded');
    const ours = [...this.memory.refunds.values()].filter(({ status }) => status === 'succeeded');
    const sum = (all: readonly { amount: { amountMinor: number } }[]) => all.reduce((total, { amount }) => total + amount.amountMinor, 0);
    return [
      ...(this.account.held === 0 ? [] : [`the provider still holds ${this.account.held}`]),
      ...(this.booked === 0 ? [] : [`the ledger still holds ${this.booked}`]),
      ...(sum(made) === PRICE ? [] : [`${sum(made)} of ${PRICE} went back`]),
      ...(sum(ours) === PRICE && ours.length === made.length
        ? []
        : [`${ours.length} refunds of ${sum(ours)} are known, of ${made.length}`]),
    ];
  }
}

const [from = 1, count = 100, first = 0] = process.argv.slice(2).map(Number);
let faults: string[] = [];
for (let number = 0; number < count; number += 1) {
  const seed = first + from + number;
  faults.push(
    ...(await new (seed % 2 === 0 ? RefundSimulation : ProviderSimulation)(seed, true).play()).map((fault) => `seed ${seed}: ${fault}`),
  );
  if ((number + 1) % TELL_EVERY !== 0 && number + 1 < count) continue;
  const figures = Object.fromEntries(troubleCounts);
  troubleCounts.clear();
  process.stdout.write(`${JSON.stringify({ done: (number % TELL_EVERY) + 1, faults, figures })}\n`);
  faults = [];
}
