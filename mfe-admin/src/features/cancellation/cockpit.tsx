import type { DryRun } from '@concert/contracts/payment/cancellation';
import { Button } from '@concert/design-system/button.tsx';
import { Card } from '@concert/design-system/card.tsx';
import { Notice } from '@concert/design-system/notice.tsx';
import { Skeleton } from '@concert/design-system/skeleton.tsx';
import { problemText } from '@concert/web-kit/problem-text.ts';
import { useState } from 'react';
import { texts } from '../../texts.ts';
import { useSignInAgain } from '../sign-in-again/use-sign-in-again.tsx';
import { ConcertState } from './concert-state.tsx';
import { CountMoney } from './count-money.tsx';
import { RunProgress } from './run-progress.tsx';
import { StartRun } from './start-run.tsx';
import { useCancellation, type Standing } from './use-cancellation.ts';
import styles from './cancellation.module.css';

const words = texts.cancellation;

/** What has to be done before money can go back. */
function notYet({ concertCancelled, run }: Standing, counted: DryRun | undefined): string {
  if (!concertCancelled) return words.start.notCancelled;
  if (counted) return words.start.nothing;
  return run ? words.start.countAgain : words.start.notCounted;
}

/** Cancelling in three steps: the concert, the count, the run; then how far each buyer's refund is. */
export function Cockpit() {
  const { proven, dialog } = useSignInAgain();
  const [expecting, setExpecting] = useState(false);
  const { standing, problem, read, setRun } = useCancellation(expecting);
  const [count, setCount] = useState<{ found: DryRun; of: string }>();

  if (!standing && problem) {
    return (
      <Notice
        tone="bad"
        live="assertive"
        title={words.failed}
        action={
          <Button variant="secondary" onClick={() => void read()}>
            {words.again}
          </Button>
        }
      >
        {problemText(problem)}
      </Notice>
    );
  }
  if (!standing) return <Skeleton shape="card" count={2} label={words.reading} />;
  const { run, concertCancelled } = standing;
  const underWay = run !== null && run.state !== 'finished';
  /* A count says what was true of its moment: once the concert or a refund is in another state, it is taken again. */
  const moment = JSON.stringify([concertCancelled, run?.id, run?.rows]);
  const counted = count?.of === moment ? count.found : undefined;

  return (
    <div className={styles.cockpit}>
      {run && <RunProgress key={run.id} run={run} proven={proven} onChanged={setRun} />}
      {!underWay && (
        <>
          <ConcertState cancelled={concertCancelled} settling={expecting && !concertCancelled} onCancelled={() => setExpecting(true)} />
          <CountMoney counted={counted} onCounted={(found) => setCount({ found, of: moment })} />
          <Card title={words.start.title}>
            {counted && counted.count > 0 && concertCancelled ? (
              <StartRun
                counted={counted}
                proven={proven}
                onStarted={(started) => {
                  setRun(started);
                  setCount(undefined);
                }}
              />
            ) : (
              <p className={styles.quiet}>{notYet(standing, counted)}</p>
            )}
          </Card>
        </>
      )}
      {dialog}
    </div>
  );
}
