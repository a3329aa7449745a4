import type { Result } from '@concert/web-kit/api-client.ts';
import { problemText } from '@concert/web-kit/problem-text.ts';
import { useSession } from '@concert/web-kit/session.tsx';
import { useEffect, useEffectEvent, useState } from 'react';

/**
 * Reads something as soon as a screen shows it, and again when asked; what was read before stays meanwhile.
 * @param read the same call at every drawing
 */
export function useReading<T>(read: (signal: AbortSignal) => Promise<Result<T>>) {
  const { refreshSession } = useSession();
  const [answer, setAnswer] = useState<Result<T>>();
  const [attempt, setAttempt] = useState(0);
  const ask = useEffectEvent(read);
  // The session ended elsewhere: the shell leads to the login page as soon as it knows.
  const ended = useEffectEvent(() => void refreshSession());
  useEffect(() => {
    const stop = new AbortController();
    void ask(stop.signal).then((result) => {
      if (stop.signal.aborted) return;
      setAnswer(result);
      if (!result.ok && result.problem.code === 'request.session_required') ended();
    });
    return () => stop.abort();
  }, [attempt]);
  return {
    value: answer?.ok ? answer.value : undefined,
    problem: answer?.ok === false ? answer.problem : undefined,
    failure: answer?.ok === false ? problemText(answer.problem) : undefined,
    busy: answer === undefined,
    again: () => setAttempt((count) => count + 1),
  };
}
