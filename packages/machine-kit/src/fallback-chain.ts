import { Failure } from './failure.ts';

/** Why a rung could not be used, in a few words. */
export class Miss {
  readonly reason: string;

  constructor(reason: string) {
    this.reason = reason;
  }
}

/** One way of getting hold of something. */
export interface Rung<T> {
  readonly name: string;
  attempt(): Promise<T | Miss>;
}

/**
 * Tries one way after the other and returns what the first that works gives.
 * @throws Failure naming every way and what prevented it. A Failure thrown by a rung ends the climb, because then the person asked for
 *   exactly that rung
 */
export async function climb<T>(what: string, rungs: readonly Rung<T>[], next: string): Promise<T> {
  const missed: string[] = [];
  for (const rung of rungs) {
    try {
      const found = await rung.attempt();
      if (!(found instanceof Miss)) return found;
      missed.push(`${rung.name}: ${found.reason}`);
    } catch (error) {
      if (error instanceof Failure) throw error;
      missed.push(`${rung.name}: ${firstLine(error)}`);
    }
  }
  throw new Failure(`${what} cannot be had on this machine (${missed.join('; ')}).`, next);
}

function firstLine(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).split('\n')[0] ?? 'failed';
}
