import type { Clock } from '@concert/service-kit/clock';
import { DomainError } from '@concert/service-kit/errors';
import { networkOf } from '@concert/service-kit/network-of';
import { FORGET_SECONDS, KNOWN_SECONDS, later, countAttempt, policyFor, type ThrottlePolicy, type Attempts } from './throttle-policy.ts';
import type { AttemptsRepository } from './attempts.repository.ts';

/** The attempt came during a pause. */
export class TooManyAttemptsError extends DomainError {
  constructor(readonly waitSeconds: number) {
    const wait = waitSeconds === 1 ? '1 second' : `${waitSeconds} seconds`;
    super('auth.too_many_attempts', { detail: `Too many attempts, please wait ${wait} and try again` });
  }
}

/** An attempt that may be made. */
export interface Admission {
  /** The password was right: the account's own attempts from here are forgotten, and this place is known from now on. */
  succeeded(): Promise<void>;
}

/** Attempts that arrive at one moment race for the next count; after this many rounds they have to wait. */
const ROUNDS = 10;

/** Throttles repeated attempts per account and per source. */
export class LoginThrottle {
  constructor(
    private readonly attempts: AttemptsRepository,
    private readonly clock: Clock,
    /** Makes a key that does not reveal what it was made of. */
    private readonly keyOf: (...parts: string[]) => string,
  ) {}

  /**
   * Counts an attempt before it is made.
   * @param source an address; all of its network count as one place
   * @throws TooManyAttemptsError during a pause; such an attempt is not made and does not count
   */
  async admit(account: string, source: string): Promise<Admission> {
    const network = networkOf(source);
    const here = this.keyOf('person', account, network);
    const anywhere = this.keyOf('account', account);
    const place = this.keyOf('place', network);
    const [known, onAccount, fromPlace] = await Promise.all([
      this.attempts.isKnown(here),
      this.attempts.of(anywhere),
      this.attempts.of(place),
    ]);
    const now = this.clock.now();
    const counted = (attempts: Attempts | undefined) => (attempts && attempts.forgetAt > now ? attempts.count : 0);
    // Somebody who guesses does not make others of the same place wait: each account has its own pause there.
    await this.count(here, policyFor({ onAccount: counted(onAccount), fromPlace: counted(fromPlace) }, known));
    const forgetAt = later(now, FORGET_SECONDS);
    await Promise.all([this.attempts.add(anywhere, now, forgetAt), ...(known ? [] : [this.attempts.add(place, now, forgetAt)])]);
    return {
      succeeded: async () => {
        const then = this.clock.now();
        await Promise.all([
          this.attempts.forget(here),
          this.attempts.takeBack(anywhere, then),
          ...(known ? [] : [this.attempts.takeBack(place, then)]),
          this.attempts.remember(here, later(then, KNOWN_SECONDS)),
        ]);
      },
    };
  }

  /** The person proved in another way whose account it is: this place is known, and its attempts are forgotten. */
  async forgive(account: string, source: string): Promise<void> {
    const here = this.keyOf('person', account, networkOf(source));
    await Promise.all([this.attempts.forget(here), this.attempts.remember(here, later(this.clock.now(), KNOWN_SECONDS))]);
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
}
