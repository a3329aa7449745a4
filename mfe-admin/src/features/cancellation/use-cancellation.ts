import type { ProblemDocument } from '@concert/contracts/core/problem';
import type { RunView } from '@concert/contracts/payment/cancellation';
import { useEffect, useState } from 'react';
import { cancellationApi } from '../../clients.ts';
import { useFollow } from '../refunds/use-follow.ts';

/** How things stand, as far as it was read. */
export interface Standing {
  readonly concertCancelled: boolean;
  readonly run: RunView | null;
}

export interface Cancellation {
  readonly standing: Standing | undefined;
  readonly problem: ProblemDocument | undefined;
  readonly read: () => Promise<void>;
  readonly setRun: (run: RunView) => void;
}

/** Whether the concert is cancelled and how far its run is, followed while it moves. @param expecting the state is about to change */
export function useCancellation(expecting: boolean): Cancellation {
  const [standing, setStanding] = useState<Standing>();
  const [problem, setProblem] = useState<ProblemDocument>();

  const read = async () => {
    const result = await cancellationApi.showCancellation();
    if (result.ok) {
      setStanding(result.value);
      setProblem(undefined);
    } else setProblem(result.problem);
  };

  useEffect(() => {
    let gone = false;
    void cancellationApi.showCancellation().then((result) => {
      if (gone) return;
      if (result.ok) setStanding(result.value);
      else setProblem(result.problem);
    });
    return () => {
      gone = true;
    };
  }, []);

  const state = standing?.run?.state;
  // A bank may refuse money after the run has ended.
  useFollow(expecting || (state !== undefined && state !== 'paused'), read);

  return { standing, problem, read, setRun: (run) => setStanding((now) => ({ concertCancelled: now?.concertCancelled ?? true, run })) };
}
