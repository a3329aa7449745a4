import type { RefundBooking, RefundConcert } from '@concert/contracts/booking/refunds';
import { idFromBytes } from '@concert/contracts/core/ids';
import { money } from '@concert/contracts/core/money';
import { paymentActRecordedV1, sessionEndedV1, sessionSettledV1 } from '@concert/contracts/payment/events';
import { giftGivenV1 } from '@concert/contracts/payment/gifts';
import { refundFailedV1, refundIssuedV1, refundMailRequestedV1, refundStartedV1 } from '@concert/contracts/payment/refunds';
import { randomIds } from '@concert/service-kit/process/clock';
import { Idempotency } from '@concert/service-kit/store/idempotency';
import type { IdempotencyRow } from '@concert/service-kit/store/idempotency.schema';
import type { ClientSession, Transactions } from '@concert/service-kit/store/mongo';
import { numberedPerson } from '@concert/test-kit/numbered';
import { numbersFrom } from '@concert/test-kit/numbers';
import { FollowBookings } from './booking-facts/follow-bookings.ts';
import type { HttpBookingMoney } from './settlement/http-booking-money.ts';
import type { CreatePayment } from './checkout/create-payment.ts';
import { FollowDispute } from './disputes/follow-dispute.ts';
import { FailingProvider, Trouble, type Met } from './failing-provider.harness.ts';
import { InMemoryDatabase, partialFake, silent } from './in-memory.harness.ts';
import { compareMoney } from './money-check/compare-money.ts';
import { Reconcile } from './reconciler/reconcile.ts';
import { GiveBackTickets } from './refunds/asking/give-back-tickets.ts';
import type { ListRefundable } from './refunds/asking/list-refundable.ts';
import { isGift, isGiven, isOpenFailure, type Refund } from './refunds/rules/refund.ts';
import { StartRefund } from './refunds/asking/start-refund.ts';
import { PAYMENTS } from './money-life-payments.harness.ts';
import { newPaymentSession } from './sessions/payment-session.ts';
import { SettlePayment } from './settlement/settle-payment.ts';
import { FollowNotices } from './webhooks/follow-notices.ts';

/*
 * The money of one booking, from its payment page to its last refund, with everything real but the database and the provider. A seed draws
 * who presses what, what the provider and the bank do, where processes die and which notices are lost, repeated or late.
 */

const TICKETS = 6;
const PRICE = 15_000;
const GIFT = 2_000;
const NUMBERS = Array.from({ length: TICKETS }, (_, index) => index + 1);
const BOOKING = idFromBytes('booking', new Uint8Array(17).fill(1));
const BUYER = idFromBytes('user', new Uint8Array(17).fill(2));
const RUN = idFromBytes('run', new Uint8Array(17).fill(5));
const RUNNER = idFromBytes('user', new Uint8Array(17).fill(6));
const ORGANISERS = [3, 4].map((number) => numberedPerson(number, { role: 'organiser' }));
const ROUNDS_OF_TROUBLE = 5;
/** Each failed refund is sent again in them, as by somebody who sees it. */
const MAX_ROUNDS_AFTERWARDS = 60;
const STEPS = [refundStartedV1, refundIssuedV1, refundFailedV1].map(({ type }) => type);
const FINAL: readonly Refund['status'][] = ['succeeded', 'failed'];

/** What makes the money come right: with any of it left out, some lives have to end wrong. */
export type Guard = 'keys and reading before sending again' | 'reading what a notice is about' | 'catching up on lost notices';

interface ToldRefund {
  readonly attempt?: number;
  readonly refundId?: string;
  readonly amount?: { readonly amountMinor: number };
  readonly part?: { readonly returnId: string; readonly tickets: readonly number[] };
}

const sumOf = (rows: readonly { readonly amount: { readonly amountMinor: number } }[]): number =>
  rows.reduce((sum, { amount }) => sum + amount.amountMinor, 0);

class MoneyLife {
  private readonly memory = new InMemoryDatabase();
  private readonly trouble: Trouble;
  private readonly provider: FailingProvider;
  private readonly roll: () => number;
  private readonly keys = new Map<string, IdempotencyRow>();
  private readonly plan: {
    readonly pressed: 'nothing' | 'whole refunds' | 'parts';
    readonly byHand: boolean;
    readonly disputed: boolean;
    readonly twice: boolean;
    /** What is paid beside the seats, to the welfare work. */
    readonly giftMinor: number;
    /** Which tickets their holder gives back: some, or all of them. */
    readonly givenBack: readonly number[];
  };
  private readonly steps: (() => void)[] = [];

  constructor(
    seed: number,
    met: Met,
    private readonly without: Guard | undefined,
  ) {
    this.roll = numbersFrom(seed);
    const [pressed, wish] = [this.roll(), this.roll()];
    this.plan = {
      pressed: pressed < 0.2 ? 'nothing' : pressed < 0.5 ? 'whole refunds' : 'parts',
      byHand: this.roll() < 0.2,
      disputed: this.roll() < 0.2,
      twice: pressed < 0.2 && this.roll() < 0.3,
      giftMinor: this.roll() < 0.4 ? GIFT : 0,
      givenBack: wish < 0.3 ? NUMBERS : NUMBERS.slice(0, 1 + Math.floor(wish * 4)),
    };
    this.trouble = new Trouble(this.roll, met);
    const keepsKeys = without !== 'keys and reading before sending again';
    this.provider = new FailingProvider(() => this.memory.clock.now(), this.trouble, keepsKeys);
    this.provider.believing = without === 'reading what a notice is about';
  }

  /** @returns what is wrong at the end, in words */
  async play(): Promise<string[]> {
    const page = await this.openPage(1);
    const [name, steps] = this.drawnPayment();
    this.trouble.count(name);
    this.steps.push(...steps.map((step) => () => step(this.provider, page)));
    if (this.plan.twice) {
      const second = await this.openPage(2);
      this.steps.push(() => this.provider.become(second, 'paid', 'checkout.session.completed'));
      this.trouble.count('a second page that is paid');
    }
    this.trouble.isOn = true;
    const pressed = this.plan.pressed !== 'nothing';
    for (let round = 0; round < ROUNDS_OF_TROUBLE; round += 1) await this.round(pressed ? 1 + Math.floor(this.roll() * 16) : 0);
    this.trouble.isOn = false;
    let faults = ['it was not looked at'];
    for (let round = 0; round < MAX_ROUNDS_AFTERWARDS && faults.length > 0; round += 1) {
      await this.round(pressed && this.wantsMore() ? 2 : 0);
      faults = this.faults();
    }
    // Nothing may change any more.
    await this.round(0);
    this.countEnd();
    return this.faults();
  }

  private drawnPayment(): [name: string, steps: (typeof PAYMENTS)[number][2]] {
    let left = this.roll() * PAYMENTS.reduce((sum, [weight]) => sum + weight, 0);
    const [, name, steps] = PAYMENTS.find(([weight]) => (left -= weight) < 0)!;
    return [name, steps];
  }

  private async openPage(attempt: number): Promise<string> {
    const { memory, provider } = this;
    const now = memory.clock.now();
    const reference = { bookingId: BOOKING, userId: BUYER, attempt };
    const { giftMinor } = this.plan;
    const order = { reference, email: 'buyer@example.org', host: '', item: '', price: money(this.paidMinor), giftMinor, keptUntil: now };
    await memory.sessionsRepository.add(newPaymentSession(order, now));
    const seen = provider.open(BOOKING, BUYER, attempt, this.paidMinor);
    await this.process().settle.storeSnapshot(seen, 'created');
    return seen.checkoutSessionId;
  }

  /** Transactions meet processes that die. */
  private readonly transactions = partialFake<Transactions>({
    run: async <T>(work: (session: ClientSession) => Promise<T>): Promise<T> => {
      const fate = this.trouble.draw();
      if (fate < 0.02) throw this.trouble.kill('before the transaction');
      const result = await this.memory.transactions.run(async (session) => {
        const done = await work(session);
        if (fate < 0.05) throw this.trouble.kill('before the commit');
        return done;
      });
      if (fate < 0.08) throw this.trouble.kill('after the commit');
      return result;
    },
  });

  /** A new process: it knows nothing of what an earlier one had in memory. */
  private process() {
    const { memory, transactions } = this;
    const port = this.provider.failingPort;
    const { sessionsRepository, refundsRepository, disputesRepository, noticesRepository, ledger, outbox, clock } = memory;
    const { news, returnMoney, sender } = memory.sendingBack(port, transactions);
    const settle = new SettlePayment(
      ...([port, sessionsRepository, noticesRepository, returnMoney, ledger, partialFake<HttpBookingMoney>({})] as const),
      ...([transactions, outbox, clock, 'http://localhost', silent] as const),
    );
    const disputes = new FollowDispute(disputesRepository, ledger, outbox, clock, silent);
    const follow = new FollowNotices(
      ...([port, noticesRepository, sessionsRepository, settle, returnMoney, disputes, transactions, clock, silent] as const),
    );
    const reconcile = new Reconcile(
      ...([port, sessionsRepository, settle, partialFake<CreatePayment>({}), noticesRepository, follow] as const),
      ...([memory.checkpointsRepository, clock, silent] as const),
    );
    const refund = new StartRefund(
      ...([sessionsRepository, refundsRepository, disputesRepository, returnMoney, sender, { read: this.readBooking }] as const),
      ...([partialFake<ListRefundable>({ some: () => Promise.resolve([]) }), { require: () => Promise.resolve() }] as const),
      ...([transactions, this.idempotency, outbox] as const),
    );
    const giveBack = new GiveBackTickets(refundsRepository, disputesRepository, returnMoney, news, clock, randomIds, silent);
    const bookings = new FollowBookings(sessionsRepository, returnMoney, giveBack);
    return { settle, follow, reconcile, refund, bookings, returnMoney, sender };
  }

  private readonly idempotency = partialFake<Idempotency>({
    attempt: (actor, _, key) => ({ _id: `${actor} ${key}`, bodyHash: '' }),
    once: Idempotency.prototype.once,
    recall: <T>({ _id }: { _id: string }) => Promise.resolve(this.keys.get(_id)?.answer as T | undefined),
    row: (attempt, answer) => ({ ...attempt, answer, createdAt: this.memory.clock.now() }),
    keep: (_, rows) => {
      for (const row of rows) this.keys.set(row._id, row);
      return Promise.resolve();
    },
  });

  /** svc-booking never hears of a partial return here: svc-payment has to know by itself. */
  private readonly readBooking = () => {
    const booking: RefundBooking = {
      ...{ bookingId: BOOKING, firstname: 'Anna', lastname: 'Berg', email: 'buyer@example.org', seating: 'General Seating' },
      tickets: TICKETS,
      ticketsLeft: NUMBERS.map((number) => ({ number, inside: false })),
      amount: money(PRICE),
      status: 'paid',
      linkGeneration: 0,
    };
    return Promise.resolve({ concert: {} as RefundConcert, bookings: new Map([[BOOKING, booking]]) });
  };

  private async round(clicks: number): Promise<void> {
    this.steps.shift()?.();
    if (this.trouble.isOn) this.actAtProvider();
    if (this.roll() < 0.5) await this.bookSeats();
    const presses = Array.from({ length: clicks }, (_, number) => this.press(number));
    await Promise.allSettled([...presses, this.process().sender.run(), this.process().sender.run()]);
    const planned = [...this.memory.refunds.values()].filter(({ status }) => status === 'planned');
    await Promise.allSettled(planned.map((refund) => this.process().returnMoney.release(refund)));
    if (this.roll() < 0.5) this.provider.passTime();
    if (this.trouble.isOn) await this.deliver();
    this.memory.clock.advance({ minutes: !this.trouble.isOn || this.roll() < 0.5 ? 6 : 0, seconds: 1 });
    if (this.trouble.isOn) return;
    const { follow, reconcile } = this.process();
    await follow.run();
    if (this.without !== 'catching up on lost notices') await reconcile.catchUp();
  }

  /** Notices come in any order, twice, or not at all, and some right before the process that stored them dies. */
  private async deliver(): Promise<void> {
    const sent = [...this.provider.messages, ...this.provider.messages].sort(() => this.roll() - 0.5);
    const { follow } = this.process();
    for (const message of sent) {
      if (this.roll() > 0.25) continue;
      this.provider.receive(message);
      const owed = await this.memory.noticesRepository.keep([message], 'webhook');
      if (this.roll() < 0.3) continue;
      follow.begin(owed);
      await follow.run();
    }
  }

  /** What somebody does on the provider's own pages, and what the bank decides. */
  private actAtProvider(): void {
    const page = [...this.provider.pages.values()].find(({ state }) => state === 'paid');
    if (!page) return;
    const payment = page.id.replace('cs_', 'pi_');
    // One made by hand that fails after ours of the rest arrived can be made again by hand alone.
    if (this.plan.byHand && this.roll() < 0.3) this.provider.refundByHand(payment, this.plan.pressed !== 'whole refunds');
    if (this.plan.disputed && this.roll() < 0.6) this.provider.moveDispute(payment);
  }

  /** What one press of an organiser or of the tickets' holder asks for. */
  private press(number: number): Promise<unknown> {
    if (!this.trouble.isOn && this.attempts.some(isOpenFailure)) return this.sendAgain(number);
    if (this.plan.pressed === 'whole refunds' || this.roll() < 0.04) return this.pressWhole(number);
    if (this.roll() < 0.02) return this.cancelConcert();
    if (this.roll() < 0.04) return this.sendGiftBack(number);
    if (this.roll() < 0.1) return this.giveBack(this.plan.givenBack, 0);
    const tickets = NUMBERS.filter(() => this.roll() < 0.25);
    if (this.roll() < 0.2) return this.giveBack(this.roll() < 0.05 ? NUMBERS : tickets, TICKETS);
    return this.pressPart(number, tickets, 1 + Math.floor(this.roll() * 4_000));
  }

  /** What an organiser does who sees that a refund failed. */
  private sendAgain(number: number): Promise<unknown> {
    const part = this.failures.find((refund) => refund.part);
    return part ? this.pressPart(number, part.part!.tickets, part.amount.amountMinor) : this.pressWhole(number);
  }

  /** Sends the latest gift back, or one that was sent back already. */
  private sendGiftBack(number: number): Promise<unknown> {
    const gift = this.attempts.findLast(isGift);
    if (!gift) return Promise.resolve();
    const request = { id: BOOKING, tickets: [], amountMinor: gift.amount.amountMinor, gift: gift.id, reason: 'They asked for it' };
    return this.process().refund.part(request, ORGANISERS[number % 2]!, this.key(number));
  }

  private pressWhole(number: number): Promise<unknown> {
    return this.process().refund.whole(BOOKING, ORGANISERS[number % 2]!, this.key(number));
  }

  private pressPart(number: number, tickets: readonly number[], amountMinor: number): Promise<unknown> {
    const request = { id: BOOKING, tickets, amountMinor, reason: 'Two friends are ill' };
    return this.process().refund.part(request, ORGANISERS[number % 2]!, this.key(number));
  }

  /** The key of a press; many share one. */
  private key(number: number): string {
    return this.roll() < 0.5 ? 'one press' : `press ${number} ${this.roll()}`;
  }

  /** svc-booking sells the seats for the money it heard of. */
  private async bookSeats(): Promise<void> {
    const [heard] = await Promise.allSettled([
      this.transactions.run((transaction) => this.process().bookings.booked(BOOKING, transaction)),
    ]);
    if (heard.status === 'fulfilled') this.trouble.count('seats are sold');
  }

  /** The run of a cancelled concert plans what is left. */
  private cancelConcert(): Promise<unknown> {
    this.trouble.count('the concert is cancelled');
    const paid = [...this.memory.sessions.values()].filter(({ received }) => received);
    return this.transactions.run((transaction) => this.process().returnMoney.plan(paid, RUN, RUNNER, transaction));
  }

  /** The holder gives tickets back, the first of them to the welfare work; svc-booking's fact may come twice. */
  private giveBack(tickets: readonly number[], gifts: number): Promise<unknown> {
    const fact = { bookingId: BOOKING, tickets: [...tickets], valid: [...NUMBERS], gifts, because: 'choice' as const };
    const once = () => this.transactions.run((transaction) => this.process().bookings.givenBack(fact, transaction));
    return this.roll() < 0.3 ? Promise.allSettled([once(), once()]) : once();
  }

  /** Attempts at the booking's own money. */
  private get attempts(): Refund[] {
    return [...this.memory.refunds.values()].filter(({ cause }) => cause !== 'paid twice');
  }

  /** All that one page asks for. */
  private get paidMinor(): number {
    return PRICE + this.plan.giftMinor;
  }

  private get givenMinor(): number {
    return sumOf(this.attempts.filter(isGiven));
  }

  /** Failed attempts that can be sent again: the money of others was taken by another part meanwhile. */
  private get failures(): Refund[] {
    const left = this.memory.held() - this.givenMinor;
    return this.attempts.filter((refund) => isOpenFailure(refund) && refund.amount.amountMinor <= left);
  }

  private get paidPages(): number {
    return [...this.provider.pages.values()].filter(({ state }) => state === 'paid').length;
  }

  /** Whether nobody but us moved the money. */
  private get isOurs(): boolean {
    return !this.plan.byHand && !this.plan.disputed;
  }

  private wantsMore(): boolean {
    const waits = this.attempts.some(({ status }) => !FINAL.includes(status));
    if (this.plan.pressed === 'whole refunds' && !waits && this.memory.held() > this.givenMinor) return true;
    return this.attempts.some(isOpenFailure);
  }

  private told(type: string): ToldRefund[] {
    return this.memory.facts.filter((fact) => fact.type === type).map(({ data }) => data as ToldRefund);
  }

  /** What a booking makes of the facts, in whatever order they come: by part, the latest step of the latest attempt. */
  private heard(): Map<string, ToldRefund & { readonly step: number }> {
    const latest = new Map<string, ToldRefund & { step: number }>();
    for (const fact of STEPS.flatMap((type, step) => this.told(type).map((told) => ({ ...told, step })))) {
      const name = fact.part?.returnId ?? 'whole';
      const [attempt, before] = [fact.attempt ?? 1, latest.get(name)?.attempt ?? 0];
      if (attempt > before || (attempt === before && fact.step > latest.get(name)!.step)) latest.set(name, fact);
    }
    return latest;
  }

  private faults(): string[] {
    const { memory, provider } = this;
    const found: string[] = [];
    const note = (what: string, is: unknown, should: unknown) => {
      if (is !== should) found.push(`${what}: ${String(is)}, not ${String(should)}`);
    };
    for (const { id, state } of provider.pages.values()) {
      const status = [...memory.sessions.values()].find(({ page }) => page?.checkoutSessionId === id)?.status;
      note('page', status, { open: 'pending', processing: 'processing', paid: 'settled', failed: 'failed', expired: 'expired' }[state]);
      note('ledger', memory.held(id.replace('cs_', 'pi_')), provider.held(id.replace('cs_', 'pi_')));
    }
    for (const { providerRefundId, state } of provider.refunds.values())
      note('refund', [...memory.refunds.values()].find((refund) => refund.providerRefundId === providerRefundId)?.status, state);
    for (const { disputeId, state } of provider.disputes.values()) note('dispute', memory.disputes.get(disputeId)?.state, state);
    note('told that it is paid', this.told(sessionSettledV1.type).length, Math.min(1, this.paidPages));
    if (this.paidPages === 0) note('told at most once that a page ended', this.told(sessionEndedV1.type).length <= 1, true);
    note('notices that are owed', [...memory.notices.values()].filter(({ done }) => !done).length, 0);
    note('changes at the provider to come', this.provider.later.size, 0);
    note('refunds under way', [...memory.refunds.values()].filter(({ status }) => !FINAL.includes(status)).length, 0);
    const made = [...provider.refunds.values()].flatMap(({ refundId }) => refundId ?? []);
    note('objects for one attempt', new Set(made).size, made.length);
    const ended = this.attempts.filter(({ superseded }) => !superseded).flatMap(({ part }) => part?.tickets ?? []);
    note('tickets that ended twice', ended.length - new Set(ended).size, 0);
    const beside = this.attempts.filter((refund) => isGift(refund) && refund.part!.tickets.length === 0).length;
    note('gifts beside the seats, given once at most', beside <= Math.sign(this.plan.giftMinor), true);
    note('gifts told once', this.told(giftGivenV1.type).length, this.attempts.filter(isGift).length);
    const asked = this.attempts.filter(({ requestedBy }) => requestedBy && requestedBy !== RUNNER);
    note('acts noted', this.told(paymentActRecordedV1.type).length, asked.length);
    if (this.paidPages === 0 || this.plan.disputed) return found;
    // What is refunded by hand may take a gift as well.
    const kept = this.plan.byHand ? Math.min(provider.heldInAll(), this.givenMinor) : this.givenMinor;
    if (this.plan.pressed === 'whole refunds') note('money that was not sent back', provider.heldInAll(), kept);
    if (this.isOurs && this.plan.pressed !== 'nothing') this.noteOwn(note);
    return found;
  }

  /** What is true where only we move the money: each person was told once, and bookings, ledger and provider agree. */
  private noteOwn(note: (what: string, is: unknown, should: unknown) => void): void {
    const { memory, provider } = this;
    const heard = this.heard();
    const gifts = this.attempts.filter(isGift);
    const given = this.givenMinor;
    const isOver = heard.has('whole') || gifts.some(({ endsBooking }) => endsBooking);
    const arrived = [...heard.values()].filter(({ step }) => STEPS[step] === refundIssuedV1.type);
    const succeeded = [...provider.refunds.values()].filter(({ state }) => state === 'succeeded');
    note('failures that stay', this.failures.length, 0);
    note('parts and refunds that arrived', succeeded.length, arrived.length);
    note(
      'money the booking knows of',
      this.paidMinor - arrived.reduce((sum, { amount }) => sum + (amount?.amountMinor ?? 0), 0),
      memory.held(),
    );
    note('money after the end', isOver ? memory.held() : given, given);
    note('money that stays without an end', isOver || memory.held() > given, true);
    const ended = new Set([
      ...[...heard.values()].flatMap(({ part }) => part?.tickets ?? []),
      ...gifts.flatMap(({ part }) => part!.tickets),
    ]);
    note('tickets that stay', isOver || ended.size < TICKETS, true);
    // A run tells its readers and is audited as a whole, which its own tests look at.
    const byRun = this.attempts.find(({ part }) => part === null)?.requestedBy === RUNNER ? 1 : 0;
    note(
      'mails',
      this.told(refundMailRequestedV1.type).length,
      heard.size - byRun + gifts.filter(({ part }) => part!.tickets.length > 0).length,
    );
    const givenBack = this.attempts.filter(({ cause, requestedBy, part }) => cause === 'tickets given back' && !requestedBy && part);
    note('parts that were given back', givenBack.length <= 1, true);
    note('differences in the money check', JSON.stringify(this.differences(isOver, given)), '[]');
    if (this.plan.pressed !== 'whole refunds') return;
    note('refunds that stayed', succeeded.length, 1);
    note('the booking is refunded', STEPS[heard.get('whole')?.step ?? -1], refundIssuedV1.type);
  }

  /** What the money check finds, where the booking has heard everything. */
  private differences(isOver: boolean, givenMinor: number): unknown {
    const entries = [...this.memory.entries.values()];
    const sum = (of: string) => sumOf(entries.filter(({ kind }) => kind === of));
    const partReturnedMinor = sumOf(this.attempts.filter((refund) => refund.part && !isGift(refund) && refund.status === 'succeeded'));
    const returned = [...this.provider.refunds.values()].filter(({ state }) => state === 'succeeded');
    const of = <T>(value: T) => new Map([[BOOKING, value]]);
    return compareMoney({
      bookings: of({ status: isOver ? 'refunded' : 'paid', priceMinor: this.paidMinor, returnedMinor: partReturnedMinor, givenMinor }),
      ledger: of({
        capturedMinor: sum('captured'),
        returnedMinor: sum('refunded') - sum('refund_reversed'),
        bankMinor: 0,
        givenMinor: sum('given') - sum('given_reversed'),
      }),
      provider: of({ capturedMinor: this.paidMinor, returnedMinor: sumOf(returned), bankMinor: 0 }),
      leaving: of({ minor: 0, twiceMinor: 0, twiceReturnedMinor: 0, partReturnedMinor }),
    }).differences;
  }

  private countEnd(): void {
    const parts = this.attempts.filter(({ part }) => part);
    const met: readonly (readonly [boolean, string])[] = [
      [this.attempts.length > 1, 'several attempts'],
      [[...this.memory.entries.values()].some(({ kind }) => kind === 'refund_reversed'), 'failed after it had succeeded'],
      [parts.filter(({ status }) => status === 'succeeded').length > 2, 'three parts and more'],
      [parts.some(({ superseded }) => superseded), 'a part that was sent again'],
      [this.heard().has('whole') && this.heard().size > 1, 'the rest after parts'],
      [this.attempts.some(isGift) && this.heard().size > 0, 'gifts beside refunds'],
      [this.attempts.some((refund) => isGift(refund) && refund.part!.tickets.length === 0), 'a gift beside the seats'],
      [this.attempts.some(({ cause }) => cause === 'gift sent back'), 'a gift that was sent back'],
      [this.attempts.some((refund) => isGift(refund) && refund.endsBooking), 'all that was left given'],
      [this.attempts.some(({ cause }) => cause === 'tickets given back'), 'tickets given back'],
      ...(['won', 'lost'] as const).map(
        (state) =>
          [[...this.provider.disputes.values()].some((dispute) => dispute.state === state), `a dispute that was ${state}`] as const,
      ),
    ];
    for (const [happened, what] of met) if (happened) this.trouble.count(what);
  }
}

/**
 * Plays lives one after the other.
 * @param without a guard that is left out, as a control
 * @returns what was wrong, with the life's seed, and what happened how often
 */
export async function playLives(from: number, count: number, without?: Guard): Promise<{ readonly faults: string[]; readonly met: Met }> {
  const met: Met = new Map();
  const faults: string[] = [];
  for (let seed = from; seed < from + count; seed += 1)
    faults.push(...(await new MoneyLife(seed, met, without).play()).map((fault) => `seed ${seed}: ${fault}`));
  return { faults, met };
}
