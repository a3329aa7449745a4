import type { MongoAttempts } from './mongo-attempts.ts';
import { LoginThrottle } from './login-throttle.ts';
import type { Attempts } from './throttle-policy.ts';

/** A throttle of its own, and the clock it goes by. */
export function throttleAt(now: Date) {
  const state = { now };
  return { state, throttle: new LoginThrottle(attemptsInMemory(), { now: () => state.now }, (...parts) => parts.join('|')) };
}

/** Attempts counted in memory. */
export function attemptsInMemory(): MongoAttempts {
  const kept = new Map<string, Attempts>();
  const places = new Set<string>();
  const store: Pick<MongoAttempts, keyof MongoAttempts> = {
    of: async (key) => kept.get(key),
    replace: async (key, read, next) => {
      const found = kept.get(key);
      if (found?.count !== read?.count || found?.nextAt.getTime() !== read?.nextAt.getTime()) return false;
      kept.set(key, next);
      return true;
    },
    add: async (key, now, forgetAt) => {
      const found = kept.get(key);
      const count = found && found.forgetAt > now ? found.count : 0;
      kept.set(key, { count: count + 1, nextAt: now, forgetAt });
    },
    addWithin: async (key, now, endsAt) => {
      const found = kept.get(key);
      const before = found && found.forgetAt > now ? found : undefined;
      const count = (before?.count ?? 0) + 1;
      kept.set(key, { count, nextAt: now, forgetAt: before?.forgetAt ?? endsAt });
      return count;
    },
    takeBack: async (key, now, by = 1) => {
      const found = kept.get(key);
      if (found && found.count > 0) kept.set(key, { ...found, count: Math.max(0, found.count - by), nextAt: now });
    },
    forget: async (key) => void kept.delete(key),
    isKnown: async (key) => places.has(key),
    remember: async (key) => void places.add(key),
  };
  return store as MongoAttempts;
}
