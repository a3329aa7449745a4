import { stopRoutes, type StopState } from '@concert/contracts/booking/stop';
import type { ResultOf } from '@concert/contracts/core/route';
import { messageRunRoutes, type MessageRunView } from '@concert/contracts/notify/message-runs';
import { Button } from '@concert/design-system/button.tsx';
import { Card } from '@concert/design-system/card.tsx';
import { Failure, Notice } from '@concert/design-system/notice.tsx';
import { Skeleton } from '@concert/design-system/skeleton.tsx';
import { StatusBadge } from '@concert/design-system/status-badge.tsx';
import { useAct } from '@concert/web-kit/reading/use-act.ts';
import { useRoute } from '@concert/web-kit/reading/use-route.ts';
import { useSecondsLeft } from '@concert/web-kit/use-seconds-left.ts';
import { useState } from 'react';
import { FOLLOW } from '../message-runs/one-run.tsx';
import { RunProgress } from '../message-runs/run-progress.tsx';
import { StopForm, type EveningProps } from './stop-form.tsx';
import { texts } from './texts.ts';

const words = texts.evening;

type MessageRuns = ResultOf<typeof messageRunRoutes.listMessageRuns>;

/** Step 1: whether the concert is on; the way to stop it, and then to undo that for a while, with how far everybody is told. */
export function Evening({ mayStop, ...props }: EveningProps & { readonly mayStop: boolean }) {
  const [undone, setUndone] = useState(false);
  const { standing, onChanged, onStale } = props;
  const cancelled = standing.state === 'cancelled';
  const changed = (now: StopState) => {
    setUndone(now.state !== 'cancelled');
    onChanged(now);
  };
  return (
    <>
      <Card
        title={words.title}
        aside={<StatusBadge tone={cancelled ? 'bad' : 'good'}>{cancelled ? words.cancelled : words.open}</StatusBadge>}
      >
        {undone && <Notice tone="good" live="polite" title={words.undone} />}
        <p>{cancelled ? words.cancelledText : words.openText}</p>
        {!cancelled && (mayStop ? <StopForm {...props} onChanged={changed} /> : <p className="quiet">{words.onlyAdmins}</p>)}
        {standing.stop && mayStop && <Undo stop={standing.stop} onChanged={changed} onStale={onStale} />}
      </Card>
      {standing.stop && <Told runId={standing.stop.runId} />}
    </>
  );
}

interface UndoProps extends Omit<EveningProps, 'standing'> {
  readonly stop: NonNullable<StopState['stop']>;
}

function Undo({ stop: { runId, undoUntil }, onChanged, onStale }: UndoProps) {
  const seconds = useSecondsLeft(undoUntil);
  const { act, busy, failure } = useAct(stopRoutes.undoStop);
  const undo = async () => {
    const result = await act({ body: { runId } });
    if (result.ok) onChanged(result.value);
    else if (result.problem.code === 'booking.settings_changed') onStale();
  };
  if (seconds === 0 && !busy) return <p className="quiet">{words.undoOver}</p>;
  return (
    <>
      <Failure text={failure} />
      <div className="row-12 apart-16">
        <Button variant="secondary" busy={busy} busyText={words.undoing} onClick={() => void undo()}>
          {words.undo}
        </Button>
        <span role="timer">{words.left(Math.floor(seconds / 60), seconds % 60)}</span>
      </div>
    </>
  );
}

/** How far the message about it is. It is planned a moment after the stop, so until then the list of messages is asked again. */
function Told({ runId }: { runId: string }) {
  const runOf = (list: MessageRuns | undefined) => list?.items.find(({ id }) => id === runId);
  const read = useRoute(
    messageRunRoutes.listMessageRuns,
    { query: {} },
    { follow: { ...FOLLOW, while: (list) => !runOf(list) || FOLLOW.while(runOf(list)) }, onReturn: true },
  );
  const run = runOf(read.value);
  if (!run) return <Skeleton shape="card" label={words.planning} />;
  const show = (changed: MessageRunView) =>
    read.set((list) => list && { ...list, items: list.items.map((one) => (one.id === runId ? changed : one)) });
  return <RunProgress run={run} onChanged={show} onPeopleChanged={read.again} />;
}
