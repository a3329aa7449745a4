import type { ProblemDocument } from '@concert/contracts/core/problem';
import type { MoneyProof, MoneyTask } from '@concert/contracts/payment/proof';
import { useSession } from '@concert/web-kit/session.tsx';
import { useEffect, useState } from 'react';
import { proofApi } from '../../clients.ts';

/** A comparison reads every payment at the provider. */
const CHECK_TIMEOUT_MS = 120_000;

/** The latest comparison and what is open, as far as it was read. */
export interface MoneyCheck {
  readonly state: 'reading' | 'read' | 'failed';
  readonly proof: MoneyProof | null;
  readonly tasks: readonly MoneyTask[];
  readonly more: boolean;
  readonly problem: ProblemDocument | undefined;
}

const NOTHING_READ: MoneyCheck = { state: 'reading', proof: null, tasks: [], more: false, problem: undefined };

/** Reads the latest comparison and its tasks, and asks for a new one. */
export function useMoneyCheck() {
  const { refreshSession } = useSession();
  const [check, setCheck] = useState(NOTHING_READ);
  const [attempt, setAttempt] = useState(0);
  const [checking, setChecking] = useState(false);
  const [refusal, setRefusal] = useState<ProblemDocument>();

  useEffect(() => {
    const stop = new AbortController();
    const { signal } = stop;
    void Promise.all([proofApi.showMoneyProof(undefined, { signal }), proofApi.listMoneyTasks({ query: { state: 'open', limit: '100' } }, { signal })]).then(([proof, tasks]) => {
      if (signal.aborted) return;
      if (proof.ok && tasks.ok) {
        setCheck({ state: 'read', proof: proof.value.proof, tasks: tasks.value.items, more: tasks.value.next !== undefined, problem: undefined });
        return;
      }
      const problem = proof.ok ? (tasks.ok ? undefined : tasks.problem) : proof.problem;
      setCheck((now) => ({ ...now, state: 'failed', problem }));
      if (problem?.code === 'request.session_required') void refreshSession();
    });
    return () => stop.abort();
  }, [attempt, refreshSession]);

  const again = () => setAttempt((now) => now + 1);
  const checkNow = async () => {
    setChecking(true);
    setRefusal(undefined);
    const result = await proofApi.checkMoney(undefined, { timeoutMs: CHECK_TIMEOUT_MS });
    setChecking(false);
    if (result.ok) again();
    else setRefusal(result.problem);
  };
  return { check, checking, refusal, checkNow, again };
}
