import { formatMoney } from '@concert/contracts/core/money';
import {
  CANCELLATION_ROW_STATES,
  cancellationRoutes,
  type CancellationRowState,
  type RunState,
  type RunView,
} from '@concert/contracts/payment/cancellation';
import { Button } from '@concert/design-system/button.tsx';
import { Card } from '@concert/design-system/card.tsx';
import { Failure, Notice } from '@concert/design-system/notice.tsx';
import { Progress } from '@concert/design-system/progress.tsx';
import { StatusBadge, type StatusTone } from '@concert/design-system/status-badge.tsx';
import { useAct } from '@concert/web-kit/reading/use-act.ts';
import { useState } from 'react';
import type { SignInAgain } from '../sign-in-again/use-sign-in-again.tsx';
import { RunRows } from './run-rows.tsx';
import styles from './cancellation.module.css';
import { texts } from './texts.ts';

const words = texts.run;
const TONES: Readonly<Record<RunState, StatusTone>> = { gathering: 'waiting', running: 'waiting', paused: 'plain', finished: 'good' };

/** What its badge says: a run has nothing left to do itself long before every buyer has the money. */
function badgeOf({ state, rows }: RunView): { tone: StatusTone; text: string } {
  if (state !== 'finished') return { tone: TONES[state], text: words.states[state] };
  if (rows.failed + rows['needs a choice'] > 0) return { tone: 'bad', text: words.stuck };
  return rows['refund sent'] > 0 ? { tone: 'waiting', text: words.atBanks } : { tone: TONES.finished, text: words.states.finished };
}

/** The progress of a run, a button to pause it, and its rows. */
export function RunProgress({
  run,
  proven,
  onChanged,
  onChosen,
}: {
  run: RunView;
  proven: SignInAgain['proven'];
  onChanged: (run: RunView) => void;
  onChosen: () => void;
}) {
  const pause = useAct(cancellationRoutes.pauseCancellationRun, { through: proven });
  const resume = useAct(cancellationRoutes.resumeCancellationRun, { through: proven });
  const busy = pause.busy || resume.busy;
  const failure = pause.failure ?? resume.failure;
  const [shown, setShown] = useState<CancellationRowState>();
  const { rows, count } = run;
  const badge = badgeOf(run);
  const stuck = rows.failed + rows['needs a choice'];
  const done = run.state === 'finished' && rows.settled === CANCELLATION_ROW_STATES.reduce((sum, state) => sum + rows[state], 0);

  const change = async (act: 'pause' | 'resume') => {
    const [wanted, other] = act === 'pause' ? [pause, resume] : [resume, pause];
    other.forget();
    const result = await wanted.act({ params: { runId: run.id } });
    if (result.ok) onChanged(result.value);
  };

  return (
    <Card title={words.title} aside={<StatusBadge tone={badge.tone}>{badge.text}</StatusBadge>}>
      <div className="stack-16">
        <Progress label={words.progress} value={rows.settled} max={Math.max(count, 1)} valueText={`${rows.settled} / ${count}`} />
        <p className="figures" role="status">
          {words.money(formatMoney(run.settled.amountMinor), formatMoney(run.total.amountMinor))}. {words.told(run.told, count)}.
        </p>
        {done && <Notice tone="good" live="polite" title={words.done} />}
        {stuck > 0 && (
          <Notice tone="warn" title={words.attention(stuck)}>
            {words.attentionText}
          </Notice>
        )}
        <Failure text={failure} />
        {(run.state === 'gathering' || run.state === 'running') && (
          <div className="row-12 apart-16">
            <Button variant="secondary" busy={busy} busyText={words.pausing} onClick={() => void change('pause')}>
              {words.pause}
            </Button>
          </div>
        )}
        {run.state === 'paused' && (
          <div className="row-12 apart-16">
            <Button busy={busy} busyText={words.resuming} onClick={() => void change('resume')}>
              {words.resume}
            </Button>
          </div>
        )}
        <fieldset className={`row-8 ${styles.filter}`}>
          <legend>{words.show}</legend>
          <Choice name={words.all} chosen={shown === undefined} onChoose={() => setShown(undefined)} />
          {CANCELLATION_ROW_STATES.map((state) => (
            <Choice
              key={state}
              name={`${words.rowStates[state]} ${rows[state]}`}
              chosen={shown === state}
              onChoose={() => setShown(state)}
            />
          ))}
        </fieldset>
        <RunRows run={run} state={shown} proven={proven} onChosen={onChosen} />
      </div>
    </Card>
  );
}

function Choice({ name, chosen, onChoose }: { name: string; chosen: boolean; onChoose: () => void }) {
  return (
    <label className={styles.choice}>
      <input type="radio" name="row-state" checked={chosen} onChange={onChoose} />
      <span>{name}</span>
    </label>
  );
}
