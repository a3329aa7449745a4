import { Failure } from './failure.ts';

/** Why a provider could not be used, in a few words. */
export class Unavailable {
  readonly reason: string;

  constructor(reason: string) {
    this.reason = reason;
  }
}

/** One way of getting hold of something. */
export interface Provider<T> {
  readonly name: string;
  attempt(): Promise<T | Unavailable>;
}

/**
 * Tries one way after the other and returns what the first that works gives.
 * @throws Failure naming every way and what prevented it. A Failure thrown by a provider ends the firstAvailable, because then the person asked for
 *   exactly that provider
 */
export async function firstAvailable<T>(what: string, providers: readonly Provider<T>[], next: string): Promise<T> {
  const missed: string[] = [];
  for (const provider of providers) {
    try {
      const found = await provider.attempt();
      if (!(found instanceof Unavailable)) return found;
      missed.push(`${provider.name}: ${found.reason}`);
    } catch (error) {
      if (error instanceof Failure) throw error;
      missed.push(`${provider.name}: ${firstLine(error)}`);
    }
  }
  throw new Failure(`${what} cannot be had on this machine (${missed.join('; ')}).`, next);
}

function firstLine(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).split('\n')[0] ?? 'failed';
}
