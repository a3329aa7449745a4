import { makeBuyers } from '@concert/test-kit/buyers';
import {
  GOOD_CARD,
  openPayment,
  payOnPage,
  press,
  reservationOf,
  scanOf,
  SiteClient,
  valueOf,
  type Buyer,
} from '@concert/test-kit/site-client';
import { until } from '@concert/test-kit/until';
import fc from 'fast-check';
import pLimit from 'p-limit';
import type { Experiment, Proof } from '../proof.ts';
import { Site, type Desk } from '../site/site.ts';

/*
 * A model of a booking's life beside the real one: commands drawn by chance are done to both, and after each the site has to say what the
 * model says.
 */

const SEATING = 'General Seating';
const DECLINED_CARD = '4000000000000002';
const LANES = 8;
const BATCH = 160;
/** Many drawn ones cannot be done at their turn and are left out. */
const [MIN_COMMANDS, MAX_COMMANDS] = [12, 36];

const expectThat = (fine: boolean, what: string): void => {
  if (!fine) throw new Error(what);
};

interface Model {
  status: 'none' | 'pending' | 'paid' | 'cancelled' | 'refunded';
  tickets: number;
  paying: boolean;
  inside: number;
}

/** One buyer, what they have, and the desk of an organiser. */
class Life {
  readonly client: SiteClient;
  id = '';
  page = '';
  codes: string[] = [];
  readonly #site: Site;
  readonly #buyer: Buyer;
  readonly #desk: Desk;

  constructor(site: Site, buyer: Buyer, desk: Desk) {
    this.#site = site;
    this.#buyer = buyer;
    this.client = new SiteClient(site.url, buyer);
    this.#desk = desk;
  }

  reserve(notickets: number) {
    const body = reservationOf(this.#buyer, { seating: SEATING, notickets });
    return press((options) => this.client.booking.reserve({ body }, options));
  }

  async openPage(notickets: number): Promise<void> {
    this.page = await openPayment(this.#site.url, this.#buyer, this.id, { seating: SEATING, notickets });
  }

  payBy(card: string): Promise<void> {
    return payOnPage(this.#site.system.payments, this.page, card);
  }

  /** @returns whether a ticket opens the door */
  async comesIn(code: string): Promise<boolean> {
    const scans = [scanOf(code)];
    const { results } = valueOf('A scan', await press(() => this.#desk.client.booking.scan({ body: { scans } })));
    return results[0]!.outcome === 'admitted';
  }

  refund() {
    const body = { id: this.id, email: this.#desk.email };
    return press((options) => this.#desk.client.payment.triggerRefund({ body }, options));
  }

  /** Waits until the site says what the model says; what came late or twice must not have changed it. */
  async agree({ status, tickets }: Model): Promise<void> {
    if (status === 'none') return;
    const read = async () => valueOf('A booking', await press(() => this.client.booking.showBooking({ params: { bookingId: this.id } })));
    const seen = await until(`the booking is ${status}`, read, (booking) => booking.status === status, { withinMs: 120_000 });
    expectThat(seen.notickets === tickets, `${seen.notickets} tickets, not ${tickets}`);
    this.codes = (seen.tickets ?? []).map(({ code }) => code);
  }
}

type Command = fc.AsyncCommand<Model, Life>;

/** Something that is done to both; it can be done where `may` says so. */
function command(
  name: string,
  may: (model: Readonly<Model>) => boolean,
  act: (model: Model, life: Life) => Promise<void>,
): fc.Arbitrary<Command> {
  return fc.constant({
    check: may,
    run: async (model, life) => {
      await act(model, life);
      await life.agree(model);
    },
    toString: () => name,
  } satisfies Command);
}

type May = (model: Readonly<Model>) => boolean;
const has: May = ({ status }) => status !== 'none';
const isFree: May = ({ status }) => status !== 'pending' && status !== 'paid';
const isPending: May = ({ status }) => status === 'pending';
const isPaid: May = ({ status }) => status === 'paid';
const canPay: May = ({ status, paying }) => status === 'pending' && paying;

const COMMANDS: fc.Arbitrary<Command>[] = [
  ...[1, 2, 6].map((notickets) =>
    command(`reserve ${notickets}`, isFree, async (model, life) => {
      life.id = valueOf('A reservation', await life.reserve(notickets)).id;
      Object.assign(model, { status: 'pending', tickets: notickets, paying: false, inside: 0 });
    }),
  ),
  command('reserve again', isPending, async (_, life) => {
    const again = valueOf('A reservation', await life.reserve(3));
    expectThat(again.resumed && again.id === life.id, 'a second pending booking');
  }),
  command('buy a second time by mistake', isPaid, async (_, life) => {
    const again = await life.reserve(1);
    expectThat(!again.ok && again.problem.code === 'booking.second_purchase', 'a second purchase was not asked about');
  }),
  command('give up', has, async (model, life) => {
    const { ok } = await press((options) => life.client.booking.cancelOwnBooking({ params: { bookingId: life.id } }, options));
    expectThat(model.status === 'cancelled' || ok === (model.status === 'pending'), `giving up a ${model.status} booking: ${ok}`);
    if (model.status === 'pending') model.status = 'cancelled';
  }),
  command('open the page', isPending, async (model, life) => {
    await life.openPage(model.tickets);
    model.paying = true;
  }),
  command('have a card declined', canPay, (_, life) => life.payBy(DECLINED_CARD)),
  ...['pay', 'pay and press again'].map((name, presses) =>
    command(name, canPay, async (model, life) => {
      await Promise.all(Array.from({ length: 1 + presses }, () => life.payBy(GOOD_CARD)));
      model.status = 'paid';
    }),
  ),
  command(
    'pay on a page that is over',
    ({ status, paying }) => status !== 'pending' && paying,
    (_, life) => life.payBy(GOOD_CARD),
  ),
  command(
    'come in',
    (model) => isPaid(model) && model.inside < model.tickets,
    async (model, life) => {
      expectThat(await life.comesIn(life.codes[model.inside]!), 'a ticket was refused');
      model.inside += 1;
    },
  ),
  command(
    'come in twice',
    (model) => isPaid(model) && model.inside > 0,
    async (_, life) => expectThat(!(await life.comesIn(life.codes[0]!)), 'someone came in twice'),
  ),
  command(
    'send the money back',
    (model) => isPaid(model) && model.inside === 0,
    async (model, life) => {
      const press = async () => (await Promise.all([life.refund(), life.refund()])).some((one) => one.ok && one.value.success);
      // Right after a payment the site asks to try again in a moment.
      await until('a refund is taken', press, true, { withinMs: 10_000 });
      const [code] = life.codes;
      model.status = 'refunded';
      await life.agree(model);
      expectThat(!(await life.comesIn(code!)), 'a refunded ticket opened the door');
    },
  ),
  command('return a first purchase', has, async (model, life) => {
    const { ok } = await press((options) => life.client.booking.returnSecondPurchase({ params: { bookingId: life.id } }, options));
    // Of a booking whose money is back, it answers just that.
    expectThat(ok === (model.status === 'refunded'), `returning a ${model.status} booking: ${ok}`);
  }),
];

async function batch(proof: Proof, site: Site, size: number): Promise<void> {
  const [desk, buyers] = [await site.account('organiser'), await makeBuyers(site.databases.auth, size)];
  const { seed, done } = proof.standing;
  const drawn = fc.array(fc.oneof(...COMMANDS), { minLength: MIN_COMMANDS, maxLength: MAX_COMMANDS });
  const lives = fc.sample(drawn, { numRuns: size, seed: seed + done });
  await pLimit(LANES).map(lives, async (commands) => {
    if (proof.isOver) return;
    const real = new Life(site, buyers.pop()!, desk);
    const model: Model = { status: 'none', tickets: 0, paying: false, inside: 0 };
    await fc
      .asyncModelRun(() => ({ model, real }), commands)
      .catch(({ message }: Error) => proof.violation(`${message} after ${commands.map(String).join(', ')} (${real.id})`));
    proof.figure(`ended ${model.status}`);
    proof.count();
  });
}

/** Lives of bookings beside a model. */
export const model: Experiment = {
  name: 'model',
  goal: 20_000,
  shows: "runs of a model of a booking's life against the real services: they agree after each command",
  lacks: 'tickets whose money went back open the door',
  shownBy: 'a refunded ticket opened the door',
  patch: {
    service: 'svc-booking',
    file: 'svc-booking/src/door/mongo-door-tickets.ts',
    code: "RETURNED.includes(status) ? 'refunded'",
    into: 'RETURNED.includes(status) ? undefined',
  },
  run: (proof) =>
    Site.with(proof, {}, async (site) => {
      await site.change();
      while (!proof.isOver) await batch(proof, site, Math.min(BATCH, proof.left));
      await site.look();
    }),
};
