import type { Clock } from '@concert/service-kit/clock';
import { DomainError } from '@concert/service-kit/errors';
import { networkOf } from '@concert/service-kit/network-of';
import { FORGET_SECONDS, KNOWN_SECONDS, later, oneMore, paceOf, type Pace, type Tally } from './slowing.ts';
import type { TriesRepository } from './tries.repository.ts';

/** A pause that has to be kept first. */
export class TooManyAttemptsError extends DomainError {
  constructor(readonly waitSeconds: number) {
    super(
      'auth.too_many_attempts',
      `Too many attempts, please wait ${waitSeconds === 1 ? '1 second' : `${waitSeconds} seconds`} and try again`,
    );
  }
}

/** A try that may be made. */
export interface Admission {
  /** It was right: the account's own tries from here are forgotten, and this place is known from now on. */
  succeeded(): Promise<void>;
}

/** Tries that arrive at one moment race for the next count; this many rounds, then they wait. */
const ROUNDS = 10;

/** Slows repeated tries per account and per source. */
export class SlowDown {
  constructor(
    private readonly tries: TriesRepository,
    private readonly clock: Clock,
    /** Makes a key from which nobody gets back to what it was made of. */
    private readonly keyOf: (...parts: string[]) => string,
  ) {}

  /**
   * Counts a try before it is made.
   * @param source an address; all of its network count as one place
   * @throws TooManyAttemptsError while a pause has to be kept; such a try is not made and does not count
   */
  async admit(account: string, source: string): Promise<Admission> {
    const network = networkOf(source);
    const here = this.keyOf('person', account, network);
    const anywhere = this.keyOf('account', account);
    const place = this.keyOf('place', network);
    const [known, onAccount, fromPlace] = await Promise.all([this.tries.isKnown(here), this.tries.of(anywhere), this.tries.of(place)]);
    const now = this.clock.now();
    const counted = (tally: Tally | undefined) => (tally && tally.forgetAt > now ? tally.count : 0);
    // Somebody who guesses makes the others of their place wait for nothing: each account has its own pause there.
    await this.count(here, paceOf({ onAccount: counted(onAccount), fromPlace: counted(fromPlace) }, known));
    const forgetAt = later(now, FORGET_SECONDS);
    await Promise.all([this.tries.add(anywhere, now, forgetAt), ...(known ? [] : [this.tries.add(place, now, forgetAt)])]);
    return {
      succeeded: async () => {
        const then = this.clock.now();
        await Promise.all([
          this.tries.forget(here),
          this.tries.takeBack(anywhere, then),
          ...(known ? [] : [this.tries.takeBack(place, then)]),
          this.tries.remember(here, later(then, KNOWN_SECONDS)),
        ]);
      },
    };
  }

  /** The person proved in another way whose account it is: this place is known, and its tries are forgotten. */
  async forgive(account: string, source: string): Promise<void> {
    const here = this.keyOf('person', account, networkOf(source));
    await Promise.all([this.tries.forget(here), this.tries.remember(here, later(this.clock.now(), KNOWN_SECONDS))]);
  }

  private async count(key: string, pace: Pace): Promise<void> {
    for (let left = ROUNDS; left > 0; left -= 1) {
      const read = await this.tries.of(key);
      const outcome = oneMore(read, pace, this.clock.now());
      if ('waitSeconds' in outcome) throw new TooManyAttemptsError(outcome.waitSeconds);
      if (await this.tries.replace(key, read, outcome.tally)) return;
    }
    throw new TooManyAttemptsError(1);
  }
}
