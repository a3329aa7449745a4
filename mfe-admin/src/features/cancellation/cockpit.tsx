import { stopRoutes } from '@concert/contracts/booking/stop';
import { roleIncludes } from '@concert/contracts/core/roles';
import type { ResultOf } from '@concert/contracts/core/route';
import { messageRunRoutes } from '@concert/contracts/notify/message-runs';
import { cancellationRoutes, type DryRun, type RunView } from '@concert/contracts/payment/cancellation';
import { Card } from '@concert/design-system/card.tsx';
import { Read } from '@concert/design-system/read.tsx';
import { Skeleton } from '@concert/design-system/skeleton.tsx';
import { useRoute } from '@concert/web-kit/reading/use-route.ts';
import { useSession } from '@concert/web-kit/session.tsx';
import { useState } from 'react';
import { CountMoney } from '../refunds/count-money.tsx';
import { Evening } from './evening.tsx';
import { RunProgress } from './run-progress.tsx';
import { StartRun } from './start-run.tsx';
import { useStopWords } from './stop-form.tsx';
import { texts as words } from './texts.ts';

/** Whether the concert is cancelled, and how far its run is. */
type Standing = ResultOf<typeof cancellationRoutes.showCancellation>;

/** What has to be done before money can go back. */
function notYet({ concertCancelled, run }: Standing, counted: DryRun | undefined): string {
  if (!concertCancelled) return words.start.notCancelled;
  if (counted) return words.start.nothing;
  return run ? words.start.countAgain : words.start.notCounted;
}

/** Three steps: the evening, the count, the run; then the progress of each buyer's refund. */
export function Cockpit() {
  const { session } = useSession();
  const evening = useRoute(stopRoutes.showStanding, {}, { onReturn: true });
  // svc-payment hears of the evening a moment later.
  const isSettling = (now: Standing | undefined) =>
    !!now && !!evening.value && now.concertCancelled !== (evening.value.state === 'cancelled');
  const standing = useRoute(
    cancellationRoutes.showCancellation,
    {},
    // A bank may refuse money after the run has ended, so polling stops only during a pause.
    { follow: { while: (now) => isSettling(now) || (!!now?.run && now.run.state !== 'paused'), firstMs: 2_500, forMs: 15 * 60_000 } },
  );
  const mayStop = session ? roleIncludes(session.role, 'admin') : false;
  const stops = evening.value !== undefined && evening.value.state !== 'cancelled' && mayStop;
  const { settled } = useStopWords(mayStop);
  const skeleton = <Skeleton shape="card" count={3} label={words.reading} />;
  return (
    <div className="stack-24">
      <Read reading={evening} words={words} skeleton={skeleton}>
        {(now) =>
          stops && !settled ? (
            skeleton
          ) : (
            <>
              <Evening standing={now} mayStop={mayStop} onChanged={(changed) => evening.set(() => changed)} onStale={evening.again} />
              <Read reading={standing} words={words} shape="card" count={2}>
                {(money) =>
                  isSettling(money) ? (
                    <p role="status" className="quiet">
                      {words.settling}
                    </p>
                  ) : (
                    <Steps standing={money} onRun={(run) => standing.set(() => ({ ...money, run }))} onChosen={standing.again} />
                  )
                }
              </Read>
            </>
          )
        }
      </Read>
    </div>
  );
}

interface StepsProps {
  readonly standing: Standing;
  readonly onRun: (run: RunView) => void;
  /** What becomes of a row was chosen, so the figures of the run have changed. */
  readonly onChosen: () => void;
}

function Steps({ standing, onRun, onChosen }: StepsProps) {
  const [count, setCount] = useState<{ found: DryRun; of: string }>();
  const { run, concertCancelled } = standing;
  const underWay = run !== null && run.state !== 'finished';
  /* A count is true only for its moment: once the concert or a refund changes its state, it is made again. */
  const moment = JSON.stringify([concertCancelled, run?.id, run?.rows]);
  const counted = count?.of === moment ? count.found : undefined;

  return (
    <>
      {run && <RunProgress key={run.id} run={run} onChanged={onRun} onChosen={onChosen} />}
      {!underWay && (
        <>
          <CountMoney counted={counted} onCounted={(found) => setCount({ found, of: moment })} />
          <Card title={words.start.title}>
            {counted && counted.count > 0 && concertCancelled ? (
              <StartRun
                counted={counted}
                onStarted={(started) => {
                  onRun(started);
                  setCount(undefined);
                }}
              />
            ) : (
              <p className="quiet">{notYet(standing, counted)}</p>
            )}
          </Card>
        </>
      )}
      {concertCancelled && <NextDateCount />}
    </>
  );
}

const NEXT_DATE = { body: { purpose: 'next-date', audience: { nextDate: true } } } as const;

/** How many people are on the list for the next date of a cancelled concert. */
function NextDateCount() {
  const list = useRoute(messageRunRoutes.countAudience, NEXT_DATE);
  return (
    <Card title={words.nextDate.title}>
      <Read reading={list} words={words} skeleton={<Skeleton label={words.nextDate.reading} />}>
        {({ count }) => <p>{words.nextDate.count(count)}</p>}
      </Read>
    </Card>
  );
}
