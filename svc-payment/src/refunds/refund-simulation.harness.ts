import type { RefundBooking, RefundConcert } from '@concert/contracts/booking/refunds';
import { idFromBytes } from '@concert/contracts/core/ids';
import { paymentActRecordedV1 } from '@concert/contracts/payment/events';
import { refundFailedV1, refundIssuedV1, refundMailRequestedV1, refundStartedV1 } from '@concert/contracts/payment/refunds';
import { randomIds } from '@concert/service-kit/process/clock';
import { Idempotency } from '@concert/service-kit/store/idempotency';
import type { ClientSession, Transactions } from '@concert/service-kit/store/mongo';
import { InMemoryDatabase, partialFake, silent } from '../in-memory.harness.ts';
import {
  ProviderRefusedError,
  ProviderUnavailableError,
  type PaymentProvider,
  type ProviderRefund,
  type RefundOrder,
} from '../provider/payment-provider.ts';
import { newPaymentSession } from '../sessions/payment-session.ts';
import { GiveBackTickets } from './give-back-tickets.ts';
import { GiveTickets } from './give-tickets.ts';
import type { ListRefundable } from './list-refundable.ts';
import type { HttpRefundBookings } from './http-refund-bookings.ts';
import type { ReturnMoney } from './return-money.ts';
import type { SendRefunds } from './send-refunds.ts';
import { StartRefund } from './start-refund.ts';
import type { IdempotencyRow } from '@concert/service-kit/store/idempotency.schema';
import { numbersFrom } from '@concert/test-kit/numbers';
import { numberedPerson } from '@concert/test-kit/numbered';

export const BOOKING = idFromBytes('booking', new Uint8Array(17).fill(1));
const BUYER = idFromBytes('user', new Uint8Array(17).fill(2));
const PAYMENT = 'pi_1';
const NO_SESSION = {} as unknown as ClientSession;

/** How often each kind of trouble occurred: a run without trouble would prove nothing. */
export const troubleCounts = new Map<string, number>();
export function countTrouble(trouble: string): string {
  troubleCounts.set(trouble, (troubleCounts.get(trouble) ?? 0) + 1);
  return trouble;
}

/** Kills the process at this point. */
class Kill extends Error {
  constructor(place: string) {
    super(countTrouble(`killed ${place}`));
  }
}

/** The payment provider's account. It keeps its promise about keys, and otherwise fails in every possible way. */
class Account {
  readonly refunds = new Map<string, ProviderRefund>();
  private readonly byKey = new Map<string, ProviderRefund>();
  /** Objects whose state changes later, with that state. */
  readonly later = new Map<string, ProviderRefund['state']>();
  trouble = true;

  constructor(
    private readonly roll: () => number,
    private readonly guarded: boolean,
    private readonly now: () => Date,
    private readonly price: number,
  ) {}

  readonly port = partialFake<PaymentProvider>({
    refund: async (order: RefundOrder) => {
      await Promise.resolve();
      const fate = this.trouble ? this.roll() : 1;
      if (fate < 0.08) throw new Kill('before the request left');
      if (fate < 0.18) throw new ProviderUnavailableError(countTrouble('500'));
      if (fate < 0.26) throw new ProviderUnavailableError(countTrouble('429'));
      const made = this.make(order);
      await Promise.resolve();
      if (fate < 0.36) throw new ProviderUnavailableError(countTrouble('no answer in time'));
      if (fate < 0.46) throw new Kill('before the answer was stored');
      return made;
    },
    // Without the guard, earlier refunds are not found before sending again.
    refundsOf: () => Promise.resolve(this.guarded ? [...this.refunds.values()] : []),
  });

  get held(): number {
    return [...this.refunds.values()].reduce(
      (held, { state, amount }) => (state === 'failed' ? held : held - amount.amountMinor),
      this.price,
    );
  }

  /** The later states are reached. */
  pass(): void {
    for (const [id, state] of this.later)
      this.refunds.set(id, { ...this.refunds.get(id)!, state, reason: state === 'failed' ? 'declined' : undefined });
    this.later.clear();
  }

  /** Somebody gives back a share of what is left on the provider's own pages: our attempts know nothing of it. */
  byHand(share: number): void {
    const amountMinor = Math.ceil(this.held * share);
    if (amountMinor === 0) return;
    countTrouble('refunded at the provider');
    const id = `re_${this.refunds.size + 1}`;
    this.refunds.set(id, {
      providerRefundId: id,
      refundId: undefined,
      paymentIntentId: PAYMENT,
      state: 'succeeded',
      reason: undefined,
      cardEnding: '4242',
      amount: { amountMinor, currency: 'USD' },
    });
  }

  private make(order: RefundOrder): ProviderRefund {
    // Without the guard, each try has its own key.
    const known = this.guarded ? this.byKey.get(order.key) : undefined;
    if (known) return this.refunds.get(known.providerRefundId)!;
    if (order.amount.amountMinor > this.held) throw new ProviderRefusedError('charge_already_refunded');
    const [state, end] = this.outcome();
    const id = `re_${this.refunds.size + 1}`;
    const made: ProviderRefund = {
      providerRefundId: id,
      refundId: order.refundId,
      paymentIntentId: order.paymentIntentId,
      state,
      reason: undefined,
      cardEnding: '4242',
      amount: order.amount,
    };
    this.refunds.set(id, made);
    this.byKey.set(order.key, made);
    if (end) this.later.set(id, end);
    return made;
  }

  private outcome(): [ProviderRefund['state'], ProviderRefund['state']?] {
    const fate = this.trouble ? this.roll() : 0;
    if (fate < 0.7) return ['succeeded'];
    if (fate < 0.8) return ['pending', 'succeeded'];
    return fate < 0.9 ? ['pending', 'failed'] : ['succeeded', 'failed'];
  }
}

/** What a simulation reads of facts. */
export interface ToldRefund {
  readonly attempt?: number;
  readonly kind?: string;
  readonly refundId?: string;
  readonly amount?: { readonly amountMinor: number };
  readonly part?: { readonly returnId: string; readonly tickets: readonly number[] };
}

/** The processes of one moment. */
export interface SimulatedProcess {
  readonly refund: StartRefund;
  readonly give: GiveTickets;
  readonly returnMoney: ReturnMoney;
  readonly giveBack: GiveBackTickets;
  readonly sender: SendRefunds;
}

/** One paid booking and two organisers. Everything is real except database and provider. */
export class RefundSimulation {
  readonly memory = new InMemoryDatabase();
  readonly account: Account;
  readonly roll: () => number;
  private readonly keys = new Map<string, IdempotencyRow>();
  protected readonly transactions: Transactions;
  protected readonly organisers = [3, 4].map((number) => numberedPerson(number, { role: 'organiser' }));

  /** @param guarded whether the provider keeps keys and earlier refunds are found before sending again */
  constructor(
    seed: number,
    guarded: boolean,
    protected readonly tickets = 2,
    protected readonly price = 5_000,
  ) {
    this.roll = numbersFrom(seed);
    this.account = new Account(this.roll, guarded, () => this.memory.clock.now(), price);
    const { memory } = this;
    this.transactions = partialFake<Transactions>({
      run: async <T>(work: (session: ClientSession) => Promise<T>): Promise<T> => {
        const fate = this.account.trouble ? this.roll() : 1;
        if (fate < 0.02) throw new Kill('before the transaction');
        const result = await memory.transactions.run(async (session) => {
          const done = await work(session);
          if (fate < 0.05) throw new Kill('before the commit');
          return done;
        });
        if (fate < 0.08) throw new Kill('after the commit');
        return result;
      },
    });
  }

  /** A new process: it knows nothing of what an earlier one had in memory. */
  process(): SimulatedProcess {
    const { memory, transactions, account } = this;
    const { news, returnMoney, sender } = memory.sendingBack(account.port, transactions);
    const idempotency = partialFake<Idempotency>({
      attempt: (actor, _, key) => ({ _id: `${actor} ${key}`, bodyHash: '' }),
      once: Idempotency.prototype.once,
      recall: <T>({ _id }: { _id: string }) => Promise.resolve(this.keys.get(_id)?.answer as T | undefined),
      row: (attempt, answer) => ({ ...attempt, answer, createdAt: memory.clock.now() }),
      keep: (_, rows) => {
        for (const row of rows) this.keys.set(row._id, row);
        return Promise.resolve();
      },
    });
    const booking: RefundBooking = {
      bookingId: BOOKING,
      firstname: 'Anna',
      lastname: 'Berg',
      email: 'anna@example.org',
      seating: 'General Seating',
      tickets: this.tickets,
      // It never hears of a partial return: svc-payment has to know by itself.
      ticketsLeft: Array.from({ length: this.tickets }, (_, index) => ({ number: index + 1, inside: false })),
      amount: { amountMinor: this.price, currency: 'USD' },
      status: 'paid',
      linkGeneration: 0,
    };
    const bookings: Pick<HttpRefundBookings, 'read'> = {
      read: () => Promise.resolve({ concert: {} as RefundConcert, bookings: new Map([[BOOKING, booking]]) }),
    };
    const list = partialFake<ListRefundable>({ some: () => Promise.resolve([]) });
    const refund = new StartRefund(
      memory.sessionsRepository,
      memory.refundsRepository,
      memory.disputesRepository,
      returnMoney,
      sender,
      bookings,
      list,
      { require: () => Promise.resolve() },
      transactions,
      idempotency,
      memory.outbox,
      memory.clock,
    );
    const { refundsRepository, disputesRepository, clock } = memory;
    const give = new GiveTickets(refundsRepository, disputesRepository, news, clock, randomIds, silent);
    const giveBack = new GiveBackTickets(refundsRepository, disputesRepository, returnMoney);
    return { refund, give, giveBack, returnMoney, sender };
  }

  async play(): Promise<string[]> {
    const now = this.memory.clock.now();
    const opened = newPaymentSession(
      {
        reference: { bookingId: BOOKING, userId: BUYER, attempt: 1 },
        email: 'anna@example.org',
        host: '',
        item: '',
        price: { amountMinor: this.price, currency: 'USD' },
        keptUntil: now,
      },
      now,
    );
    const received = { paymentIntentId: PAYMENT, amount: { amountMinor: this.price, currency: 'USD' }, at: now };
    await this.memory.sessionsRepository.add({
      ...opened,
      status: 'settled',
      page: { checkoutSessionId: 'cs_1', href: '', createdAt: now, expiresAt: now },
      received,
      standing: 'booked',
    });
    await this.memory.ledger.add(
      [
        {
          kind: 'captured',
          movement: PAYMENT,
          bookingId: BOOKING,
          checkoutSessionId: 'cs_1',
          paymentIntentId: PAYMENT,
          amount: received.amount,
          at: now,
        },
      ],
      NO_SESSION,
    );
    for (let round = 0; round < 4; round += 1) await this.round(1 + Math.floor(this.roll() * 20));
    // The faults stop. Somebody who sees a failed refund sends it again.
    this.account.trouble = false;
    for (let round = 0; round < 40 && !this.isOver(); round += 1) await this.round(this.isFailed() ? 2 : 0);
    return this.faults();
  }

  /** Tickets of the booking are given back: svc-booking's fact, which may come several times. */
  protected giveBack(tickets: readonly number[]): Promise<void> {
    const valid = Array.from({ length: this.tickets }, (_, index) => index + 1);
    return this.transactions.run(async (transaction) => {
      const [session] = await this.memory.sessionsRepository.ofBooking(BOOKING, transaction);
      await this.process().giveBack.follow(session!, { tickets, valid }, 'tickets given back', transaction);
    });
  }

  /** What one press of an organiser asks for. */
  protected press(number: number): Promise<unknown> {
    return this.process().refund.whole(BOOKING, this.organisers[number % 2]!, this.key(number));
  }

  /** The key of a press; many share one. */
  protected key(number: number): string {
    return this.roll() < 0.5 ? 'one press' : `press ${number} ${this.roll()}`;
  }

  protected async round(clicks: number): Promise<void> {
    const beats = [this.process(), this.process()].map(
      ({ sender }) =>
        () =>
          sender.run(),
    );
    await Promise.allSettled([...Array.from({ length: clicks }, (_, number) => this.press(number)), ...beats.map((beat) => beat())]);
    if (this.roll() < 0.5) this.account.pass();
    // Webhooks arrive in any order, twice each.
    const told = [...this.account.refunds.values()].sort(() => this.roll() - 0.5);
    for (const seen of [...told, ...told]) {
      if (!this.account.trouble || this.roll() < 0.4)
        await this.transactions
          .run((transaction) => this.process().returnMoney.apply(this.account.refunds.get(seen.providerRefundId)!, transaction))
          .catch(() => undefined);
    }
    this.memory.clock.advance({ minutes: this.roll() < 0.5 ? 6 : 0, seconds: 1 });
  }

  protected isFailed(): boolean {
    return [...this.memory.refunds.values()].every(({ status }) => status === 'failed');
  }

  protected isOver(): boolean {
    return (
      this.account.later.size === 0 &&
      this.account.held === 0 &&
      [...this.memory.refunds.values()].every(({ status }) => status === 'succeeded' || status === 'failed')
    );
  }

  /** Facts of one type, in the order in which they were told. */
  protected told(type: string): ToldRefund[] {
    return this.memory.facts.filter((fact) => fact.type === type).map(({ data }) => data as ToldRefund);
  }

  /** What the ledger says that we hold. */
  protected get booked(): number {
    return this.memory.held();
  }

  /** Compares bookings, ledger and provider, and checks that each person was told once and each action audited once. */
  protected faults(): string[] {
    const found: string[] = [];
    const note = (what: string, is: unknown, should: unknown) => {
      if (is !== should) found.push(`${what}: ${String(is)}, not ${String(should)}`);
    };
    const of = (type: string) => this.told(type);
    const made = [...this.account.refunds.values()];
    const attempts = [...this.memory.refunds.values()];
    if (attempts.length > 1) countTrouble('several attempts');
    if ([...this.memory.entries.values()].some(({ kind }) => kind === 'refund_reversed')) countTrouble('failed after it had succeeded');
    note('money the provider holds', this.account.held, 0);
    note('refunds that stayed', made.filter(({ state }) => state === 'succeeded').length, 1);
    note('objects for one attempt', new Set(made.map(({ refundId }) => refundId)).size, made.length);
    note('ledger', this.booked, this.account.held);
    note('booking', statusOf(of(refundStartedV1.type), of(refundIssuedV1.type), of(refundFailedV1.type)), 'refunded');
    note('mails that it started', of(refundMailRequestedV1.type).filter(({ kind }) => kind === 'refund-started').length, 1);
    note('acts noted', of(paymentActRecordedV1.type).length, attempts.length);
    note('attempts that succeeded', attempts.filter(({ status }) => status === 'succeeded').length, 1);
    return found;
  }
}

/** The booking's status as the facts say: that of the latest step of the latest attempt. */
/** The faults found in so many simulations. */
export async function faultsIn(count: number, simulation: (seed: number) => RefundSimulation): Promise<string[]> {
  const faults: string[] = [];
  for (let seed = 1; seed <= count; seed += 1)
    faults.push(...(await simulation(seed).play()).map((fault) => `simulation ${seed}: ${fault}`));
  return faults;
}

function statusOf(...steps: readonly { attempt?: number }[][]): string {
  const last = steps
    .flatMap((facts, step) => facts.map(({ attempt = 1 }) => ({ attempt, step })))
    .sort((a, b) => a.attempt - b.attempt || a.step - b.step)
    .at(-1);
  return ['refund_requested', 'refunded', 'refund_failed'][last?.step ?? -1] ?? 'paid';
}
