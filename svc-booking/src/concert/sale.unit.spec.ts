import { describe, expect, it } from '@jest/globals';
import type { BookingId, UserId } from '@concert/contracts/core/ids';
import { DAY_MS, MINUTE_MS } from '@concert/contracts/core/durations';
import { instantsOf, localOf, wallClock } from '@concert/contracts/core/zoned-time';
import { DomainError } from '@concert/service-kit/process/errors';
import { numbersFrom } from '@concert/test-kit/numbers';
import { newBooking, paymentBegun, type Booking } from '../bookings/booking.ts';
import { saleOf, type RequestedSettings } from '../concert-settings/concert-settings.ts';
import { firstConcert, saleEndsAt, type Concert } from './concert.ts';
import { withStart } from './postponement.ts';
import { assertNotClosed, assertOnSale, saleView } from './sale.ts';

const NOW = new Date('2027-03-01T12:00:00.000Z');
const HOLD_SECONDS = 1_800;
const first = firstConcert('open', NOW);

/** The code with which it is refused. */
function refusalOf(act: () => void): string | undefined {
  try {
    act();
    return undefined;
  } catch (error) {
    if (error instanceof DomainError) return error.code;
    throw error;
  }
}

/** What an admin wants, by the clocks of the venue. */
const wanted = (opens: string, ends: string, timeZone = first.timeZone) =>
  ({ sale: { opens, ends }, date: { timeZone } }) as RequestedSettings;
const at = (iso: string) => new Date(iso);

describe('the sale', () => {
  it('B4-243 of a draft is not open and says so without a time; of any other first concert it is', () => {
    const draft = firstConcert('draft', NOW);
    expect(saleView(draft, NOW)).toMatchObject({ saleState: 'soon', sale: { opensAt: null, opensText: 'soon' } });
    expect(refusalOf(() => assertOnSale(draft, NOW))).toBe('booking.sale_not_open');
    expect(saleView(first, NOW).saleState).toBe('open');
  });

  it('is given by the clocks of the venue: it ends when the evening begins, and opens before it ends', () => {
    const startsAt = at('2027-05-01T22:00:00.000Z');
    expect(saleOf(first, wanted('2027-04-01T10:00', ''), startsAt)).toEqual({
      sale: { opensAt: at('2027-04-01T14:00:00.000Z'), endsMinutesBefore: 0 },
    });
    expect(saleOf(first, wanted('', '2027-05-01T12:00'), startsAt)).toEqual({ sale: { opensAt: null, endsMinutesBefore: 360 } });
    const faults = [
      wanted('2027-03-14T02:30', ''),
      wanted('', '2027-03-14T02:30'),
      wanted('', '2027-05-01T18:01'),
      wanted('2027-05-01T18:00', ''),
      wanted('2027-04-02T10:00', '2027-04-02T10:00'),
    ].map((each) => saleOf(first, each, startsAt));
    expect(faults.map((each) => ('fault' in each ? each.fault.field : undefined))).toEqual([
      'sale.opens',
      'sale.ends',
      'sale.ends',
      'sale.opens',
      'sale.opens',
    ]);
  });

  it('keeps the second of two equal times of an autumn night when the settings are saved as they were, and means the first otherwise', () => {
    const [one, two] = [at('2027-11-07T05:30:00.000Z'), at('2027-11-07T06:30:00.000Z')];
    const opening = (opensAt: Date) =>
      saleOf({ ...first, sale: { opensAt, endsMinutesBefore: 0 } }, wanted('2027-11-07T01:30', ''), at('2027-12-01T23:00:00.000Z'));
    expect(opening(two)).toEqual({ sale: { opensAt: two, endsMinutesBefore: 0 } });
    expect(opening(NOW)).toEqual({ sale: { opensAt: one, endsMinutesBefore: 0 } });
  });
});

const STEPS = 5_000;
const ZONES = ['America/New_York', 'Europe/London', 'Australia/Lord_Howe', 'Asia/Kolkata', 'Pacific/Apia', 'America/St_Johns'];

/** What the organisers said, kept as moments: a second account beside the concert's. */
interface Said {
  opensAt: number | null;
  /** Null: when the evening begins. */
  endsAt: number | null;
}

/**
 * A sale over some years: the clock goes on, mostly to just before or after a moment that matters, evenings are moved by settings and by
 * postponing, through changes of zone and of daylight saving, and two copies with clocks of their own take reservations and payments.
 */
class Story {
  readonly #random: () => number;
  #now = NOW.getTime();
  #concert: Concert = first;
  #said: Said = { opensAt: first.sale.opensAt!.getTime(), endsAt: null };
  #holds: { booking: Booking; madeAt: number }[] = [];
  readonly #skews: readonly number[];
  readonly found = { soldOutside: 0, refusedInside: 0, cutOff: 0, wrongFaults: 0, sold: 0, refused: 0, paid: 0, paidAfterEnd: 0, moved: 0 };

  constructor(seed: number) {
    this.#random = numbersFrom(seed);
    this.#skews = [0, this.#below(2_000) - 1_000];
  }

  run(steps: number): this {
    const acts = [
      this.#clock,
      this.#clock,
      this.#reserve,
      this.#reserve,
      this.#reserve,
      this.#pay,
      this.#pay,
      this.#save,
      this.#saveAgain,
      this.#postpone,
    ];
    for (let step = 0; step < steps; step += 1) acts[this.#below(acts.length)]!.call(this);
    return this;
  }

  #below(end: number): number {
    return Math.floor(this.#random() * end);
  }

  /** A whole minute some days from now. */
  #minuteAhead(fromDays: number, toDays: number): number {
    return Math.floor((this.#now + (fromDays + this.#random() * (toDays - fromDays)) * DAY_MS) / MINUTE_MS) * MINUTE_MS;
  }

  #endsAt(): number {
    return this.#said.endsAt ?? this.#concert.startsAt.getTime();
  }

  /** The moment on the clock of one of the copies. */
  #moment(): number {
    return this.#now + this.#skews[this.#below(2)]!;
  }

  #clock(): void {
    const near = [this.#said.opensAt ?? 0, this.#endsAt(), ...this.#holds.slice(-2).map(({ booking }) => booking.holdEndsAt.getTime())];
    const next = near[this.#below(near.length)]! + this.#below(5) - 2;
    this.#now = next > this.#now && this.#random() < 0.8 ? next : this.#now + this.#below(3 * DAY_MS);
  }

  #reserve(): void {
    const now = this.#moment();
    const opened = this.#concert.state === 'open' && this.#said.opensAt !== null && now >= this.#said.opensAt;
    const inside = opened && now < this.#endsAt();
    const refused = refusalOf(() => assertOnSale(this.#concert, new Date(now)));
    if (refused === undefined) {
      this.found.sold += 1;
      if (!inside) this.found.soldOutside += 1;
      const id = 'bk_0000000000000000000a000000' as BookingId;
      const userId = 'us_0000000000000000000a000000' as UserId;
      const buyer = { firstname: 'Meera', lastname: '', email: 'meera@example.org', phoneno: '555-123-4567' };
      const order = { id, userId, ...buyer, seating: 'General Seating', tickets: 1, host: '' } as const;
      this.#holds.push({ booking: newBooking(order, { amountMinor: 2_500, currency: 'USD' }, new Date(now), HOLD_SECONDS), madeAt: now });
    } else {
      this.found.refused += 1;
      if (inside) this.found.refusedInside += 1;
    }
  }

  #pay(): void {
    const hold = this.#holds.pop();
    if (!hold || this.#concert.state !== 'open') return;
    // As late as the hold allows, on either copy's clock.
    const until = hold.booking.holdEndsAt.getTime();
    const now = Math.min(Math.max(this.#now, hold.madeAt), until - 1);
    const page = refusalOf(() => assertNotClosed(this.#concert)) ?? paymentBegun(hold.booking, new Date(now), HOLD_SECONDS);
    if (typeof page === 'string' || page === undefined) this.found.cutOff += 1;
    else this.found.paid += 1;
    if (now >= this.#endsAt()) this.found.paidAfterEnd += 1;
  }

  /** Settings with another evening, another zone and other times of the sale. */
  #save(): void {
    const timeZone = ZONES[this.#below(ZONES.length)]!;
    const startsAt = this.#minuteAhead(0.01, 200);
    const opensAt = this.#random() < 0.15 ? null : this.#minuteAhead(-20, 40);
    const endsAt = this.#random() < 0.4 ? null : this.#minuteAhead(0, 210);
    // An hour that comes twice is another test's.
    const isPlain = (ms: number | null) => ms === null || instantsOf(wallClock(localOf(new Date(ms), timeZone))!, timeZone).length === 1;
    if (![opensAt, endsAt].every(isPlain)) return;
    const local = (ms: number | null) => (ms === null ? '' : localOf(new Date(ms), timeZone));
    const sale = saleOf(this.#concert, wanted(local(opensAt), local(endsAt), timeZone), new Date(startsAt));
    const end = endsAt ?? startsAt;
    if ('fault' in sale !== (end > startsAt || (opensAt !== null && opensAt >= end))) this.found.wrongFaults += 1;
    if ('fault' in sale) return;
    this.#concert = { ...this.#concert, ...sale, state: 'open', startsAt: new Date(startsAt), timeZone };
    this.#said = { opensAt, endsAt };
  }

  /** The settings as they are shown, sent back: nothing changes, also where the end has come to lie in an hour that comes twice. */
  #saveAgain(): void {
    const { sale, timeZone, startsAt } = this.#concert;
    const shown = (moment: Date | null) => (moment === null ? '' : localOf(moment, timeZone));
    const again = saleOf(this.#concert, wanted(shown(sale.opensAt), shown(saleEndsAt(this.#concert)), timeZone), startsAt);
    if ('sale' in again) this.#concert = { ...this.#concert, ...again };
  }

  #postpone(): void {
    const startsAt = this.#minuteAhead(1, 200);
    if (this.#said.endsAt !== null) this.#said.endsAt += startsAt - this.#concert.startsAt.getTime();
    this.#concert = {
      ...this.#concert,
      ...withStart(this.#concert, new Date(startsAt)),
      previousStarts: [],
      state: this.#random() < 0.3 ? 'postponed' : 'open',
    };
    this.found.moved += 1;
  }
}

it('B4-241 sells nothing outside its times and cuts no held seats off, whatever happens to clock, zone, daylight saving and date', () => {
  const { soldOutside, refusedInside, cutOff, wrongFaults, ...seen } = new Story(45).run(STEPS).found;
  expect({ soldOutside, refusedInside, cutOff, wrongFaults }).toEqual({ soldOutside: 0, refusedInside: 0, cutOff: 0, wrongFaults: 0 });
  for (const count of Object.values(seen)) expect(count).toBeGreaterThan(STEPS / 250);
});
