import { UNKNOWN_ADDRESS, type Identity } from '@concert/contracts/core/identity';
import { HOUR_MS } from '@concert/contracts/core/durations';
import type { Clock } from '@concert/service-kit/process/clock';
import type { WindowCounts } from '@concert/service-kit/store/window-counts';
import { networkOf } from '@concert/service-kit/identity/network-of';
import { TooManyAttemptsError } from '../login-throttle/login-throttle.ts';
import type { Secrets } from '../secrets/secrets.codec.ts';
import { CHALLENGE_SECONDS, type Challenge } from './challenge.ts';
import type { MongoChallenges } from './mongo-challenges.ts';

/** Challenges that one source, and one signed-in person, may begin in an hour. Many people can share a source. */
export const CHALLENGES_PER_SOURCE = 1_200;
export const CHALLENGES_PER_PERSON = 60;

/** Gives challenges, and takes each back once, from whom it was given to. */
export class Challenges {
  constructor(
    private readonly challenges: MongoChallenges,
    private readonly counts: WindowCounts,
    private readonly secrets: Secrets,
    /** Makes a key that does not reveal what it was made of. */
    private readonly keyOf: (...parts: string[]) => string,
    private readonly clock: Clock,
  ) {}

  /** @throws TooManyAttemptsError when this hour's challenges are used up */
  async give(purpose: Challenge['purpose'], who: Identity | undefined, source: string): Promise<string> {
    const [key, most] = who
      ? [this.keyOf('challenges of', who.userId), CHALLENGES_PER_PERSON]
      : [this.keyOf('challenges for', networkOf(source)), CHALLENGES_PER_SOURCE];
    // Everybody may have an unknown address.
    if (who || source !== UNKNOWN_ADDRESS) {
      const { count, leftMs } = await this.counts.add(key, HOUR_MS);
      if (count > most) throw new TooManyAttemptsError(Math.ceil(leftMs / 1_000));
    }
    const challenge = this.secrets.next();
    await this.challenges.add({
      hash: this.secrets.hash(challenge),
      purpose,
      userId: who?.userId ?? null,
      sessionId: who?.sessionId ?? null,
      expiresAt: new Date(this.clock.now().getTime() + CHALLENGE_SECONDS * 1_000),
    });
    return challenge;
  }

  /** Whether this challenge was given for this purpose, to this session or to nobody, and not answered yet. From now on it is. */
  async take(challenge: string, purpose: Challenge['purpose'], who: Identity | undefined): Promise<Challenge | undefined> {
    const given = await this.challenges.take(this.secrets.hash(challenge), purpose);
    if (!given || given.expiresAt <= this.clock.now()) return undefined;
    return given.sessionId === null || given.sessionId === who?.sessionId ? given : undefined;
  }
}
