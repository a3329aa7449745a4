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
import { useCancellation } from './use-cancellation.ts';
import styles from './cancellation.module.css';

const words = texts.cancellation;

/** Cancelling in three steps: the concert, the count, the run; then how far each buyer's refund is. */
export function Cockpit() {
  const { proven, dialog } = useSignInAgain();
  const [expecting, setExpecting] = useState(false);
  const { standing, problem, read, setRun } = useCancellation(expecting);
  const [counted, setCounted] = useState<DryRun>();

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

  return (
    <div className={styles.cockpit}>
      {run && <RunProgress key={run.id} run={run} proven={proven} onChanged={setRun} />}
      {!underWay && (
        <>
          <ConcertState cancelled={concertCancelled} settling={expecting && !concertCancelled} onCancelled={() => setExpecting(true)} />
          <CountMoney counted={counted} onCounted={setCounted} />
          <Card title={words.start.title}>
            {counted && counted.count > 0 && concertCancelled ? (
              <StartRun
                counted={counted}
                proven={proven}
                onStarted={(started) => {
                  setRun(started);
                  setCounted(undefined);
                }}
              />
            ) : (
              <p className={styles.quiet}>{words.start.notYet}</p>
            )}
          </Card>
        </>
      )}
      {dialog}
    </div>
  );
}
