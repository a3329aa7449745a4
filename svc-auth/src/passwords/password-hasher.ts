import { hash, verify } from '@node-rs/argon2';

/**
 * OWASP's first choice for argon2id (Password Storage Cheat Sheet): 19 MiB, two passes, one lane. 2 is the library's
 * number for argon2id, whose enum a module compiled alone cannot read.
 */
const ARGON2ID = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** Hashing is meant to be slow: more at once than this would starve everything else on the machine. */
const MOST_AT_ONCE = 4;

/** Hashes and checks passwords with argon2id, a few at a time. Passwords are taken as typed, in Unicode's composed form. */
export class PasswordHasher {
  private running = 0;
  private readonly waiting: (() => void)[] = [];
  private readonly nobody = this.hash('a password that nobody has');

  /** PHC string of a password. */
  hash(password: string): Promise<string> {
    return this.inTurn(() => hash(password.normalize('NFC'), ARGON2ID));
  }

  /** Whether a password belongs to a hash. Without a hash it does the same work and says no, so that time tells nothing. */
  async matches(password: string, passwordHash: string | null): Promise<boolean> {
    const against = passwordHash ?? (await this.nobody);
    const equal = await this.inTurn(() => verify(against, password.normalize('NFC')));
    return passwordHash !== null && equal;
  }

  private async inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (this.running >= MOST_AT_ONCE) await new Promise<void>((resolve) => this.waiting.push(resolve));
    else this.running += 1;
    try {
      return await work();
    } finally {
      // The place goes straight to the next in line; only when nobody waits does it become free.
      const next = this.waiting.shift();
      if (next) next();
      else this.running -= 1;
    }
  }
}
