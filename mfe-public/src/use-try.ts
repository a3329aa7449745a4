import type { Result } from '@concert/web-kit/api-client.ts';
import { problemText } from '@concert/web-kit/problem-text.ts';
import { useState } from 'react';

/** Tries something at a press: whether it is under way, and why the last try came to nothing. */
export function useTry() {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const attempt = async <T>(call: () => Promise<Result<T>>): Promise<Result<T>> => {
    setBusy(true);
    setFailure(undefined);
    const result = await call();
    setBusy(false);
    if (!result.ok) setFailure(problemText(result.problem));
    return result;
  };
  return { busy, failure, attempt, forget: () => setFailure(undefined) };
}
