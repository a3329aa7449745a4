import { describe, expect, it } from '@jest/globals';
import { paymentActRecordedV1 } from '@concert/contracts/payment/events';
import { refundFailedV1, refundIssuedV1, refundMailRequestedV1, refundStartedV1 } from '@concert/contracts/payment/refunds';
import { isOpenFailure, type Refund } from './refund.ts';
import { BOOKING, meet, met, Trial, type ToldRefund } from './refund-trial.harness.ts';

const TICKETS = 6;
const PRICE = 15_000;
const STEPS = [refundStartedV1, refundIssuedV1, refundFailedV1].map(({ type }) => type);

/** One paid booking of six tickets, of which two organisers return parts and sometimes the rest. */
class PartsTrial extends Trial {
  constructor(seed: number, guarded: boolean) {
    super(seed, guarded, TICKETS, PRICE);
  }

  protected override press(number: number): Promise<unknown> {
    const [failed] = this.attempts.filter(isOpenFailure);
    if (failed && !this.account.trouble) return this.sendAgain(failed, number);
    if (this.roll() < 0.04) {
      meet('whole refunds');
      return super.press(number);
    }
    const tickets = Array.from({ length: TICKETS }, (_, index) => index + 1).filter(() => this.roll() < 0.25);
    return this.returnPart(number, tickets, 1 + Math.floor(this.roll() * 4_000));
  }

  /** What an organiser does who sees that a refund failed. */
  private sendAgain(failed: Refund, number: number): Promise<unknown> {
    const whole = this.attempts.some((refund) => isOpenFailure(refund) && refund.part === null);
    if (whole || !failed.part) return super.press(number);
    return this.returnPart(number, failed.part.tickets, failed.amount.amountMinor);
  }

  private returnPart(number: number, tickets: readonly number[], amountMinor: number): Promise<unknown> {
    const request = { id: BOOKING, tickets, amountMinor, reason: 'Two friends are ill' };
    return this.process().part.start(request, this.organisers[number % 2]!, this.key(number));
  }

  protected override isFailed(): boolean {
    return this.attempts.some(isOpenFailure);
  }

  protected override isOver(): boolean {
    return (
      this.account.later.size === 0 &&
      !this.isFailed() &&
      this.attempts.every(({ status }) => status === 'succeeded' || status === 'failed') &&
      this.account.held === this.booked
    );
  }

  private get attempts(): Refund[] {
    return [...this.memory.refunds.values()];
  }

  /** What a booking makes of the facts, in whatever order they come: by part, the latest step of the latest attempt. */
  private heard(): Map<string, { readonly amountMinor: number; readonly tickets: readonly number[]; readonly step: number }> {
    const facts = STEPS.flatMap((type, step) => this.told(type).map((fact) => ({ ...fact, step })));
    const latest = new Map<string, ToldRefund & { step: number }>();
    for (const fact of facts.sort(() => this.roll() - 0.5)) {
      const name = fact.part?.returnId ?? 'whole';
      const known = latest.get(name);
      const [attempt, before] = [fact.attempt ?? 1, known?.attempt ?? 0];
      if (!known || attempt > before || (attempt === before && fact.step > known.step)) latest.set(name, fact);
    }
    return new Map(
      [...latest].map(([name, { amount, part, step }]) => [
        name,
        { amountMinor: amount?.amountMinor ?? 0, tickets: part?.tickets ?? [], step },
      ]),
    );
  }

  protected override faults(): string[] {
    const found: string[] = [];
    const note = (what: string, is: unknown, should: unknown) => {
      if (is !== should) found.push(`${what}: ${String(is)}, not ${String(should)}`);
    };
    const made = [...this.account.refunds.values()];
    const heard = this.heard();
    const arrived = [...heard.values()].filter(({ step }) => STEPS[step] === refundIssuedV1.type);
    const ended = [...heard.values()].flatMap(({ tickets }) => tickets);
    if (this.attempts.filter(({ part, status }) => part && status === 'succeeded').length > 2) meet('three parts and more');
    if (this.attempts.some(({ part, superseded }) => part && superseded)) meet('a part that was sent again');
    if (heard.has('whole') && heard.size > 1) meet('the rest after parts');
    note('ledger', this.booked, this.account.held);
    note('money the booking knows of', PRICE - arrived.reduce((sum, { amountMinor }) => sum + amountMinor, 0), this.account.held);
    note('money that stays without a whole refund', heard.has('whole') || this.account.held > 0, true);
    note('money after a whole refund', heard.has('whole') ? this.account.held : 0, 0);
    note('tickets that ended twice', ended.length - new Set(ended).size, 0);
    note('tickets that stay', TICKETS - ended.length > 0, true);
    note('objects for one attempt', new Set(made.map(({ refundId }) => refundId)).size, made.length);
    note('parts and refunds that arrived', made.filter(({ state }) => state === 'succeeded').length, arrived.length);
    note('mails that one started', this.told(refundMailRequestedV1.type).length, heard.size);
    note('acts noted', this.told(paymentActRecordedV1.type).length, this.attempts.length);
    return found;
  }
}

async function faultsIn(trials: number, guarded: boolean): Promise<string[]> {
  const faults: string[] = [];
  for (let seed = 1; seed <= trials; seed += 1)
    faults.push(...(await new PartsTrial(seed, guarded).play()).map((fault) => `trial ${seed}: ${fault}`));
  return faults;
}

describe('partial returns and a refund of the rest, pressed by two organisers at once while processes die and the provider fails', () => {
  it('B2-41 are each made exactly once, and bookings, ledger and provider agree, in 800 trials', async () => {
    expect(await faultsIn(800, true)).toEqual([]);
    const troubles = ['500', 'no answer in time', 'killed before the answer was stored', 'killed after the commit', 'whole refunds'];
    for (const trouble of [...troubles, 'three parts and more', 'a part that was sent again', 'the rest after parts'])
      expect([trouble, (met.get(trouble) ?? 0) > 30]).toEqual([trouble, true]);
  });

  it('are not, where no key is kept and nobody reads before sending again', async () => {
    expect((await faultsIn(100, false)).length).toBeGreaterThan(0);
  });
});
