import { createHash } from 'node:crypto';
import type { Clock } from '@concert/service-kit/clock';
import { DomainError } from '@concert/service-kit/errors';
import type { FailuresRepository } from './failures.repository.ts';
import { RULES, waitSeconds, type SlowingKind } from './slowing.ts';

/** Slows repeated failures per account and per source. Keys are hashed: the counters name nobody. */
export class SlowDown {
  constructor(
    private readonly failures: FailuresRepository,
    private readonly clock: Clock,
  ) {}

  /** @throws DomainError `auth.too_many_attempts` saying how long to wait */
  async check(emailKey: string, source: string): Promise<void> {
    const keys = keysOf(emailKey, source);
    const known = await this.failures.of(Object.values(keys));
    const now = this.clock.now();
    const seconds = Math.max(...(Object.keys(RULES) as SlowingKind[]).map((kind) => waitSeconds(RULES[kind], known.get(keys[kind]), now)));
    if (seconds > 0) throw new DomainError('auth.too_many_attempts', `Too many attempts, please wait ${seconds === 1 ? '1 second' : `${seconds} seconds`} and try again`);
  }

  async failed(emailKey: string, source: string): Promise<void> {
    await this.failures.count(Object.values(keysOf(emailKey, source)), this.clock.now());
  }

  /** The right person came: their own failures are forgotten, those of the source as a whole are not. */
  async succeeded(emailKey: string, source: string): Promise<void> {
    await this.failures.forget([keysOf(emailKey, source).accountFromSource]);
  }
}

function keysOf(emailKey: string, source: string): Record<SlowingKind, string> {
  const key = (...parts: string[]) => createHash('sha256').update(parts.join('\n')).digest('base64url');
  return { accountFromSource: key('both', emailKey, source), account: key('account', emailKey), source: key('source', source) };
}
