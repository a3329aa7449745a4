import { formatMoney } from '@concert/contracts/core/money';
import {
  CANCELLATION_ROW_STATES,
  cancellationRoutes,
  type CancellationRowState,
  type RunState,
  type RunView,
} from '@concert/contracts/payment/cancellation';
import { Card } from '@concert/design-system/card.tsx';
import { Notice } from '@concert/design-system/notice.tsx';
import { Progress } from '@concert/design-system/progress.tsx';
import { StatusBadge, type StatusTone } from '@concert/design-system/status-badge.tsx';
import { useAct } from '@concert/web-kit/reading/use-act.ts';
import { useState } from 'react';
import { PauseOrResume } from '../organising/pause-or-resume.tsx';
import { RadioRow } from '../organising/radio-row.tsx';
import { RunRows } from './run-rows.tsx';
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
export function RunProgress({ run, onChanged, onChosen }: { run: RunView; onChanged: (run: RunView) => void; onChosen: () => void }) {
  const pause = useAct(cancellationRoutes.pauseCancellationRun);
  const resume = useAct(cancellationRoutes.resumeCancellationRun);
  const [shown, setShown] = useState<CancellationRowState>();
  const { rows, count } = run;
  const badge = badgeOf(run);
  const stuck = rows.failed + rows['needs a choice'];
  const done = run.state === 'finished' && rows.settled === CANCELLATION_ROW_STATES.reduce((sum, state) => sum + rows[state], 0);

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
        <PauseOrResume run={run} pause={pause} resume={resume} words={words} onChanged={onChanged} />
        <RadioRow
          legend={words.show}
          options={[
            { value: undefined, text: words.all },
            ...CANCELLATION_ROW_STATES.map((state) => ({ value: state, text: `${words.rowStates[state]} ${rows[state]}` })),
          ]}
          chosen={shown}
          onChoose={setShown}
        />
        <RunRows run={run} state={shown} onChosen={onChosen} />
      </div>
    </Card>
  );
}
