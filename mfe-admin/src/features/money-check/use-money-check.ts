import type { ProblemDocument } from '@concert/contracts/core/problem';
import type { MoneyCheck as CheckUnderWay, MoneyProof, MoneyTask } from '@concert/contracts/payment/proof';
import { useSession } from '@concert/web-kit/session.tsx';
import { useEffect, useState } from 'react';
import { proofApi } from '../../clients.ts';

/** While a comparison is under way, how far it has come is asked this often. */
const LOOK_MS = 1_000;

/** The latest comparison, the one under way or that failed, and what is open, as far as it was read. */
export interface MoneyCheck {
  readonly state: 'reading' | 'read' | 'failed';
  readonly proof: MoneyProof | null;
  readonly underWay: CheckUnderWay | null;
  readonly tasks: readonly MoneyTask[];
  readonly more: boolean;
  readonly problem: ProblemDocument | undefined;
}

const NOTHING_READ: MoneyCheck = { state: 'reading', proof: null, underWay: null, tasks: [], more: false, problem: undefined };

/** Reads the latest comparison and its tasks, asks for a new one, and follows whichever is under way to its end. */
export function useMoneyCheck() {
  const { refreshSession } = useSession();
  const [check, setCheck] = useState(NOTHING_READ);
  const [attempt, setAttempt] = useState(0);
  const [asking, setAsking] = useState(false);
  const [refusal, setRefusal] = useState<ProblemDocument>();

  useEffect(() => {
    const stop = new AbortController();
    const { signal } = stop;
    void Promise.all([
      proofApi.showMoneyProof(undefined, { signal }),
      proofApi.listMoneyTasks({ query: { state: 'open', limit: '100' } }, { signal }),
    ]).then(([proof, tasks]) => {
      if (signal.aborted) return;
      if (proof.ok && tasks.ok) {
        setCheck({
          state: 'read',
          proof: proof.value.proof,
          underWay: proof.value.check,
          tasks: tasks.value.items,
          more: tasks.value.next !== undefined,
          problem: undefined,
        });
        return;
      }
      const problem = proof.ok ? (tasks.ok ? undefined : tasks.problem) : proof.problem;
      setCheck((now) => ({ ...now, state: 'failed', problem }));
      if (problem?.code === 'request.session_required') void refreshSession();
    });
    return () => stop.abort();
  }, [attempt, refreshSession]);

  const again = () => setAttempt((now) => now + 1);
  const checking = check.underWay !== null && check.underWay.state !== 'failed';

  useEffect(() => {
    if (!checking) return;
    const timer = setTimeout(() => setAttempt((now) => now + 1), LOOK_MS);
    return () => clearTimeout(timer);
    // Each look plans the next one.
  }, [checking, check]);

  const checkNow = async () => {
    setAsking(true);
    setRefusal(undefined);
    const result = await proofApi.checkMoney(undefined);
    setAsking(false);
    if (!result.ok) return setRefusal(result.problem);
    const { proof, check: underWay } = result.value;
    setCheck((now) => ({ ...now, proof, underWay }));
  };
  return { check, checking: asking || checking, refusal, checkNow, again };
}
