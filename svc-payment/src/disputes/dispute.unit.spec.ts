import { beforeEach, describe, expect, it } from '@jest/globals';
import { idFromBytes } from '@concert/contracts/core/ids';
import type Stripe from 'stripe';
import { InMemoryDatabase, silent } from '../in-memory.harness.ts';
import { disputeOf } from '../provider/stripe-objects.ts';
import type { PaymentSession } from '../sessions/payment-session.ts';
import { takenByBank } from './dispute.ts';
import { FollowDispute, OvertakenError } from './follow-dispute.ts';

const AMOUNT = 5_000;
const BOOKING = idFromBytes('booking', new Uint8Array(17));
const SESSION = { bookingId: BOOKING, page: { checkoutSessionId: 'cs_1' } } as PaymentSession;

/** Every status that the provider may tell: what it means, and whether the bank has the money then. */
const STATUSES: readonly [status: string, state: 'open' | 'won' | 'lost', isTaken: boolean][] = [
  ['warning_needs_response', 'open', false],
  ['warning_under_review', 'open', false],
  ['warning_closed', 'won', false],
  ['needs_response', 'open', true],
  ['under_review', 'open', true],
  ['appeal_needs_response', 'open', true],
  ['appeal_under_review', 'open', true],
  ['won', 'won', false],
  ['lost', 'lost', true],
  ['prevented', 'won', false],
  ['a_status_of_tomorrow', 'open', true],
];
const PAIRS = STATUSES.flatMap((before) => STATUSES.map((told) => [before[0], told[0], before, told] as const));

/** A dispute at the provider, where money moves with the status. */
class Bank {
  private readonly moved: { id: string; amount: number; currency: string }[] = [];

  become([status, , isTaken]: (typeof STATUSES)[number], dueBy = 1_780_000_000): ReturnType<typeof disputeOf> {
    const wanted = isTaken ? -AMOUNT : 0;
    const amount = wanted - this.moved.reduce((sum, { amount: one }) => sum + one, 0);
    if (amount !== 0) this.moved.push({ id: `txn_${this.moved.length}`, amount, currency: 'usd' });
    return disputeOf({
      ...{ id: 'du_1', payment_intent: 'pi_1', amount: AMOUNT, currency: 'usd', created: 1_770_000_000, reason: 'general', status },
      balance_transactions: [...this.moved],
      evidence_details: { due_by: dueBy },
    } as Stripe.Dispute);
  }
}

let memory: InMemoryDatabase;
let follow: FollowDispute;
let bank: Bank;
beforeEach(() => {
  memory = new InMemoryDatabase();
  follow = new FollowDispute(memory.disputesRepository, memory.ledger, memory.outbox, memory.clock, silent);
  bank = new Bank();
});

const stored = () => memory.disputes.get('du_1')!;
const held = () =>
  [...memory.entries.values()].reduce((sum, { kind, amount }) => sum + (kind === 'disputed' ? 1 : -1) * amount.amountMinor, 0);
const told = () => memory.facts.map(({ type, aggregateversion }) => [type.split('.')[2], aggregateversion]);
const apply = async (seen: ReturnType<typeof disputeOf>, version?: number) =>
  memory.transactions.run(async (transaction) => follow.apply(seen, version ?? (await follow.versionOf('du_1')), SESSION, transaction));

describe('a dispute', () => {
  it.each(PAIRS)('B3-562 that is %s is followed when it becomes %s', async (_before, _told, before, after) => {
    const [, state, isTaken] = after;
    await apply(bank.become(before));
    const first = told().length;
    const seen = bank.become(after);
    for (let again = 0; again < 3; again += 1) await apply(seen);
    expect(stored()).toMatchObject({ state, takenMinor: isTaken ? AMOUNT : 0 });
    expect([held(), takenByBank('pi_1', [stored()])]).toEqual(isTaken ? [AMOUNT, AMOUNT] : [0, 0]);
    const isAsked = state === 'open' && (before[1] !== 'open' || (isTaken && !before[2]));
    const isDecided = state !== 'open' && state !== before[1];
    expect(told().slice(first)).toEqual(isAsked || isDecided ? [[isAsked ? 'opened' : 'closed', stored().version]] : []);
  });

  it('B3-563 has each movement of its money in the ledger once, by its own id, however often it goes on', async () => {
    const [taken, won, lost] = [STATUSES[3]!, STATUSES[7]!, STATUSES[8]!];
    for (const status of [taken, won, taken, won, lost, won, lost]) for (const seen of [bank.become(status)]) await apply(seen);
    expect([...memory.entries.values()].map(({ kind, movement }) => `${kind} ${movement}`)).toEqual([
      ...['disputed txn_0', 'dispute_reversed txn_1', 'disputed txn_2', 'dispute_reversed txn_3'],
      ...['disputed txn_4', 'dispute_reversed txn_5', 'disputed txn_6'],
    ]);
    const versions = told().map(([, version]) => version as number);
    expect(versions).toEqual([...new Set(versions)].sort((one, other) => one - other));
    expect(held()).toBe(AMOUNT);
  });

  it('B3-564 goes on telling newer news after an older copy of the database came back', async () => {
    await apply(bank.become(STATUSES[3]!));
    const [copy, entries] = [stored(), new Map(memory.entries)];
    for (const status of [STATUSES[7]!, STATUSES[3]!, STATUSES[7]!]) await apply(bank.become(status));
    const heard = stored().version;
    memory.disputes.set('du_1', copy);
    memory.entries = entries;
    memory.clock.advance({ minutes: 1 });
    await apply(bank.become(STATUSES[8]!));
    expect(told().at(-1)![1]).toBeGreaterThan(heard);
  });

  it('B3-564 keeps no older answer of the provider over a newer one', async () => {
    const [open, won] = [bank.become(STATUSES[3]!), bank.become(STATUSES[7]!)];
    await apply(open);
    const before = stored().version;
    await apply(won);
    await expect(apply(open, before)).rejects.toBeInstanceOf(OvertakenError);
    expect(stored().state).toBe('won');
  });

  it('is told again when there is another day to answer, and not sent back while only its movements say that a bank has it', async () => {
    await apply(bank.become(STATUSES[0]!));
    await apply(bank.become(STATUSES[0]!, 1_790_000_000));
    expect(told().map(([what]) => what)).toEqual(['opened', 'opened']);
    const seen = { ...bank.become(STATUSES[3]!) };
    expect(disputeOf({ ...raw(seen), status: 'won' } as Stripe.Dispute).takenMinor).toBe(AMOUNT);
    expect(disputeOf({ ...raw(seen), balance_transactions: [] } as unknown as Stripe.Dispute).takenMinor).toBe(AMOUNT);
  });
});

/** The provider's form of a dispute whose money is at the bank. */
function raw({ disputeId, amount, movements }: ReturnType<typeof disputeOf>) {
  return {
    ...{ id: disputeId, payment_intent: 'pi_1', amount: amount.amountMinor, currency: 'usd', created: 0, reason: 'general' },
    ...{ status: 'needs_response', evidence_details: { due_by: null } },
    // An account in another currency: what moved is counted as what was asked for.
    balance_transactions: movements.map(({ id }) => ({ id, amount: -4_711, currency: 'eur' })),
  };
}
