import type { ProblemDocument } from '@concert/contracts/core/problem';
import type { InputOf, ResultOf, Route } from '@concert/contracts/core/route';
import { useMutation } from '@tanstack/react-query';
import { useCallback } from 'react';
import { callRoute, type Result } from '../api-client.ts';
import { useAttemptKeys } from '../attempt-keys.ts';
import { problemText } from '../problem-text.ts';
import { ProblemError, valueOf } from './reading.ts';

/** An act on the site, and how its last try stands. */
export interface Act<R extends Route> {
  /** Does it. The same request keeps its Idempotency-Key until its outcome is known. */
  readonly act: (input: InputOf<R>) => Promise<Result<ResultOf<R>>>;
  readonly busy: boolean;
  /** Why the last try was refused. */
  readonly problem: ProblemDocument | undefined;
  /** The same in words for people. */
  readonly failure: string | undefined;
  /** Forgets how the last try went. */
  readonly forget: () => void;
}

/** After such an answer the same request may have been carried out all the same, or is tried again as it is. */
function isOpen({ code, status }: ProblemDocument): boolean {
  return code.startsWith('network.') || status >= 500 || code === 'request.sign_in_again';
}

export interface ActOptions {
  /** Milliseconds until an answer is given up. */
  readonly timeoutMs?: number;
  /** What every try goes through, a question for the password for instance; it may make the call more than once. */
  readonly through?: <T>(call: () => Promise<Result<T>>) => Promise<Result<T>>;
  /** The screen says itself that the session has ended, and keeps what was typed: nobody is led to the sign-in. */
  readonly saysSessionEnd?: boolean;
}

/** Acts by a route. */
export function useAct<R extends Route>(
  route: R,
  { timeoutMs, through = (call) => call(), saysSessionEnd = false }: ActOptions = {},
): Act<R> {
  const keys = useAttemptKeys();
  const { mutateAsync, isPending, error, reset } = useMutation<ResultOf<R>, ProblemError, InputOf<R>>({
    meta: { saysSessionEnd },
    mutationFn: async (input) => {
      const options = { ...(timeoutMs ? { timeoutMs } : {}), ...(route.idempotencyKey ? { idempotencyKey: keys.keyFor(input) } : {}) };
      const result = await through(() => callRoute(route, input, options));
      if (result.ok || !isOpen(result.problem)) keys.settle(input);
      return valueOf(result);
    },
  });
  const act = useCallback(
    async (input: InputOf<R>): Promise<Result<ResultOf<R>>> => {
      try {
        return { ok: true, value: await mutateAsync(input) };
      } catch (failed) {
        if (failed instanceof ProblemError) return { ok: false, problem: failed.problem };
        throw failed;
      }
    },
    [mutateAsync],
  );
  const problem = error?.problem;
  return { act, busy: isPending, problem, failure: problem && problemText(problem), forget: reset };
}
