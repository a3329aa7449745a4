import { DomainError } from '@concert/service-kit/process/errors';
import { hash, verify } from '@node-rs/argon2';
import pLimit from 'p-limit';

/**
 * OWASP's first choice for argon2id (Password Storage Cheat Sheet): 19 MiB, two passes, one lane. 2 is the library's number for argon2id;
 * its enum cannot be read by a module that is compiled alone.
 */
const ARGON2ID = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** Hashing is slow on purpose: more at once would take the threads that everything else needs. */
const MAX_AT_ONCE = 2;
/** Some seconds of work. Requests beyond that are refused at once, instead of being kept until nobody waits for them any more. */
const MAX_WAITING = 200;

/** Hashes and checks passwords by argon2id, a few at a time. They are taken as typed, in Unicode's composed form. */
export class Argon2Passwords {
  private readonly turns = pLimit(MAX_AT_ONCE);
  private readonly nobody = this.hash('a password that nobody has');

  hash(password: string): Promise<string> {
    return this.inTurn(() => hash(password.normalize('NFC'), ARGON2ID));
  }

  /**
   * Whether a password belongs to a hash. Without a hash it does the same work and returns false, so that the time tells nothing.
   * @throws DomainError `request.unavailable` while too many wait
   */
  async matches(password: string, passwordHash: string | null): Promise<boolean> {
    const against = passwordHash ?? (await this.nobody);
    const equal = await this.inTurn(() => verify(against, password.normalize('NFC')));
    return passwordHash !== null && equal;
  }

  private async inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (this.turns.pendingCount >= MAX_WAITING) throw new DomainError('request.unavailable');
    return this.turns(work);
  }
}
