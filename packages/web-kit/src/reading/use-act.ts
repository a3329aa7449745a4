import type { ProblemDocument } from '@concert/contracts/core/problem';
import type { InputOf, ResultOf, Route } from '@concert/contracts/core/route';
import { useMutation } from '@tanstack/react-query';
import { useCallback } from 'react';
import { callRoute, type Result } from '../api-client.ts';
import { useAttemptKeys } from '../attempt-keys.ts';
import { problemText } from '../problem-text.ts';
import { useProven, type Proven } from './proof.ts';
import { ProblemError, valueOf } from './reading.ts';

/** An action on the site, and the state of its last try. */
export interface Act<R extends Route> {
  /** Sends it. The same request keeps its Idempotency-Key until its outcome is known. */
  readonly act: (input: InputOf<R>) => Promise<Result<ResultOf<R>>>;
  readonly busy: boolean;
  /** Why the last try was refused. */
  readonly problem: ProblemDocument | undefined;
  /** The same in words for people. */
  readonly failure: string | undefined;
  /** Forgets the last try. */
  readonly forget: () => void;
}

/** Refusals after which the same request is made again. */
const MADE_AGAIN: ReadonlySet<string> = new Set(['request.sign_in_again', 'request.approval_needed']);

/** After one of these answers the request may have been carried out nevertheless, or will be tried again unchanged. */
function isOpen({ code, status }: ProblemDocument): boolean {
  return code.startsWith('network.') || status >= 500 || MADE_AGAIN.has(code);
}

export interface ActOptions {
  /** Milliseconds until the call is given up. */
  readonly timeoutMs?: number;
  /** Wraps every try in place of the question who somebody is; it may make the call more than once. */
  readonly through?: Proven;
  /** The screen itself says that the session has ended and keeps what was typed, so nobody is led to the sign-in. */
  readonly saysSessionEnd?: boolean;
}

/** Sends actions to a route. */
export function useAct<R extends Route>(route: R, { timeoutMs, through, saysSessionEnd = false }: ActOptions = {}): Act<R> {
  const proven = useProven();
  const keys = useAttemptKeys();
  const { mutateAsync, isPending, error, reset } = useMutation<ResultOf<R>, ProblemError, InputOf<R>>({
    meta: { saysSessionEnd },
    mutationFn: async (input) => {
      const options = { ...(timeoutMs ? { timeoutMs } : {}), ...(route.idempotencyKey ? { idempotencyKey: keys.keyFor(input) } : {}) };
      const result = await (through ?? proven)(() => callRoute(route, input, options));
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
