import { UNKNOWN_ADDRESS } from '@concert/contracts/core/identity';
import type { Clock } from '@concert/service-kit/process/clock';
import { DomainError } from '@concert/service-kit/process/errors';
import { networkOf, siteNetworkOf } from '@concert/service-kit/identity/network-of';
import {
  countAttempt,
  DAY_SECONDS,
  MAX_FAILURES_A_DAY,
  ESTABLISHED_SECONDS,
  FORGET_SECONDS,
  GUESSING_ATTEMPTS,
  isStuffing,
  KNOWN_PLACE_SECONDS,
  secondsAfter,
  MAX_NETWORK_PAUSE_SECONDS,
  policyFor,
  SITE_POLICY,
  SITE_GUESSING_ATTEMPTS,
  STUFFING_POLICY,
  STUFFING_FORGET_SECONDS,
  type AttemptCounts,
  type ThrottlePolicy,
} from './throttle-policy.ts';
import type { MongoAttempts } from './mongo-attempts.ts';

/** The attempt came during a pause. */
export class TooManyAttemptsError extends DomainError {
  /** @param meanwhile what helps until then, as a sentence */
  constructor(
    readonly waitSeconds: number,
    meanwhile = '',
  ) {
    const wait = `Too many attempts, please wait ${waitSeconds === 1 ? '1 second' : `${waitSeconds} seconds`} and try again`;
    super('auth.too_many_attempts', { detail: meanwhile ? `${wait}. ${meanwhile}` : wait, retryAfterSeconds: waitSeconds });
  }
}

/** An attempt that may be made. */
export interface Admission {
  /**
   * The password was right: the account's own attempts from here are forgotten, and this place is known from now on.
   * @param madeAt since when there is such an account
   */
  succeeded(madeAt: Date): Promise<void>;
}

/** The keys under which strangers' guesses of one network count. */
interface Network {
  readonly tried: string;
  readonly failed: string;
  readonly failedToday: string;
  /** Its pause. */
  readonly pause: string;
  /** How many guesses make it suspicious. */
  readonly enough: number;
}

/** The keys under which an attempt counts. */
interface Keys {
  /** This account, from this place. */
  readonly here: string;
  /** Absent where nobody knows it: everybody may be there. */
  readonly place: string | undefined;
  /** The same for the /48 around the place; absent where the place is all there is. */
  readonly site: { readonly here: string; readonly place: string } | undefined;
  /** This account, from anywhere. */
  readonly anywhere: string;
  readonly today: string;
  /** The place, and the /48 around it; none where it is not known from where a request comes. */
  readonly networks: readonly Network[];
}

/** Attempts that arrive at one moment race for the next count; after this many rounds they have to wait. */
const ROUNDS = 10;

/** Throttles repeated attempts per account and per source. */
export class LoginThrottle {
  constructor(
    private readonly attempts: MongoAttempts,
    private readonly clock: Clock,
    /** Makes a key that does not reveal what it was made of. */
    private readonly keyOf: (...parts: string[]) => string,
  ) {}

  /**
   * Counts an attempt before it is made. What is typed counts, whether or not there is such an account.
   * @param source an address; all of its network count as one place
   * @throws TooManyAttemptsError during a pause; such an attempt is not made and does not count
   * @throws DomainError `auth.sign_in_link_needed` from an unknown place, once an account has this day's failures, or while the network has
   *   a long pause
   */
  async admit(account: string, source: string): Promise<Admission> {
    const keys = this.keysOf(account, source);
    const [known, seen] = await Promise.all([this.attempts.isKnown(keys.here), this.seen(keys)]);
    if (!known) for (const network of keys.networks) await this.assertNoStuffing(network);
    // Somebody who guesses does not make others of the same place wait: each account has its own pause there.
    await this.count(keys.here, policyFor(seen, known));
    if (!known) await this.countStranger(keys);
    await this.attempts.add(keys.anywhere, this.clock.now(), this.in(FORGET_SECONDS));
    return { succeeded: (madeAt) => this.succeeded(keys, known, madeAt) };
  }

  /** The person proved in another way whose account it is: this place is known, and its attempts are forgotten. */
  async forgive(account: string, source: string): Promise<void> {
    const { here } = this.keysOf(account, source);
    await Promise.all([this.attempts.forget(here), this.attempts.remember(here, this.in(KNOWN_PLACE_SECONDS))]);
  }

  /** Whether the account's owner signed in from there before. */
  isKnown(account: string, source: string): Promise<boolean> {
    const { here, place } = this.keysOf(account, source);
    return place ? this.attempts.isKnown(here) : Promise.resolve(false);
  }

  private keysOf(account: string, source: string): Keys {
    const [network, site] = [networkOf(source), siteNetworkOf(source)];
    return {
      here: this.keyOf('person', account, network),
      place: network === UNKNOWN_ADDRESS ? undefined : this.keyOf('place', network),
      site: site === network ? undefined : { here: this.keyOf('person', account, site), place: this.keyOf('place', site) },
      anywhere: this.keyOf('account', account),
      today: this.keyOf('account today', account),
      // Where it is not known from where requests come, all would count as one network, and nobody would get in.
      networks:
        network === UNKNOWN_ADDRESS
          ? []
          : [this.networkAt(network, GUESSING_ATTEMPTS), ...(site === network ? [] : [this.networkAt(site, SITE_GUESSING_ATTEMPTS)])],
    };
  }

  private networkAt(network: string, enough: number): Network {
    return {
      tried: this.keyOf('tried', network),
      failed: this.keyOf('failed', network),
      failedToday: this.keyOf('failed today', network),
      pause: this.keyOf('stuffing', network),
      enough,
    };
  }

  private async seen({ anywhere, place, site }: Keys): Promise<AttemptCounts> {
    const [onAccount, fromPlace, fromSite] = await Promise.all([
      this.counted(anywhere),
      place ? this.counted(place) : 0,
      site ? this.counted(site.place) : 0,
    ]);
    return { onAccount, fromPlace, fromSite };
  }

  private async counted(key: string): Promise<number> {
    const attempts = await this.attempts.of(key);
    return attempts && attempts.forgetAt > this.clock.now() ? attempts.count : 0;
  }

  /** @throws TooManyAttemptsError during a short pause of the network, DomainError `auth.sign_in_link_needed` during a long one */
  private async assertNoStuffing({ pause, enough, ...keys }: Network): Promise<void> {
    const [tried, failed, failedToday] = await Promise.all([keys.tried, keys.failed, keys.failedToday].map((key) => this.counted(key)));
    if (!isStuffing({ tried: tried!, failed: failed!, failedToday: failedToday! }, enough)) return;
    await this.count(pause, STUFFING_POLICY).catch((error: unknown) => {
      throw error instanceof TooManyAttemptsError && error.waitSeconds > MAX_NETWORK_PAUSE_SECONDS
        ? new DomainError('auth.sign_in_link_needed')
        : error;
    });
  }

  private async countStranger({ site, place, today, networks }: Keys): Promise<void> {
    if (site) await this.count(site.here, SITE_POLICY);
    const now = this.clock.now();
    const [failures] = await Promise.all([
      this.attempts.addWithin(today, now, this.in(DAY_SECONDS)),
      ...(place ? [this.attempts.add(place, now, this.in(FORGET_SECONDS))] : []),
      ...(site ? [this.attempts.add(site.place, now, this.in(FORGET_SECONDS))] : []),
      ...networks
        .flatMap(({ tried, failed }) => [tried, failed])
        .map((key) => this.attempts.add(key, now, this.in(STUFFING_FORGET_SECONDS))),
      ...networks.map(({ failedToday }) => this.attempts.addWithin(failedToday, now, this.in(DAY_SECONDS))),
    ]);
    if (failures > MAX_FAILURES_A_DAY) throw new DomainError('auth.sign_in_link_needed');
  }

  private async succeeded({ here, place, site, anywhere, today, networks }: Keys, known: boolean, madeAt: Date): Promise<void> {
    const now = this.clock.now();
    const strange = known ? [] : [...(place ? [place] : []), today, ...(site ? [site.here, site.place] : [])];
    const speaks = secondsAfter(madeAt, ESTABLISHED_SECONDS) <= now;
    const guesses = known ? [] : networks.flatMap(({ tried, failed, failedToday }) => [failed, failedToday, ...(speaks ? [] : [tried])]);
    const own = await this.counted(here);
    await Promise.all([
      this.attempts.forget(here),
      ...[anywhere, ...strange].map((key) => this.attempts.takeBack(key, now)),
      ...guesses.map((key) => this.attempts.takeBack(key, now, own)),
      this.attempts.remember(here, this.in(KNOWN_PLACE_SECONDS)),
    ]);
  }

  private async count(key: string, policy: ThrottlePolicy): Promise<void> {
    for (let left = ROUNDS; left > 0; left -= 1) {
      const read = await this.attempts.of(key);
      const outcome = countAttempt(read, policy, this.clock.now());
      if ('waitSeconds' in outcome) throw new TooManyAttemptsError(outcome.waitSeconds);
      if (await this.attempts.replace(key, read, outcome.attempts)) return;
    }
    throw new TooManyAttemptsError(1);
  }

  private in(seconds: number): Date {
    return secondsAfter(this.clock.now(), seconds);
  }
}
