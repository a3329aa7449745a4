import { DomainError, domainErrorIn, isUnavailable } from './errors.ts';
import { NeighbourUnavailableError } from './internal-client.ts';
import type { Log } from './log.ts';
import type { Outcome } from './outcome.ts';

/** What became of one part of a question, as it travels: its answer, or the code of its refusal. */
export type AskedOutcome<T> = { readonly answer: T } | { readonly problem: string };

/** A part that could not be answered now, though others could. */
const UNAVAILABLE = 'request.unavailable';

/** Answers the parts of a question that was asked for several callers. A part that fails refuses no other. */
export async function answerEach<T>(parts: readonly Promise<T>[], log: Log): Promise<{ outcomes: AskedOutcome<T>[] }> {
  const outcomes = (await Promise.allSettled(parts)).map((part): AskedOutcome<T> => {
    if (part.status === 'fulfilled') return { answer: part.value };
    const refusal = domainErrorIn(part.reason);
    if (!refusal && !isUnavailable(part.reason)) log.error('one of several questions could not be answered', {}, part.reason);
    return { problem: refusal?.code ?? UNAVAILABLE };
  });
  return { outcomes };
}

/**
 * The outcome of each caller's part, on the side that asked.
 * @param refusals codes that callers are ready for; they become a DomainError, any other a NeighbourUnavailableError
 */
export function outcomesOfEach<T>(outcomes: readonly AskedOutcome<T>[], refusals: readonly string[]): Outcome<T>[] {
  return outcomes.map((outcome): Outcome<T> => {
    if ('answer' in outcome) return { ok: true, value: outcome.answer };
    const { problem } = outcome;
    return {
      ok: false,
      error: refusals.includes(problem)
        ? new DomainError(problem)
        : new NeighbourUnavailableError(`one of several was answered ${problem}`),
    };
  });
}
