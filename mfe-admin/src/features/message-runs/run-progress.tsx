import { messageRunRoutes, type MessageRunView } from '@concert/contracts/notify/message-runs';
import { Card } from '@concert/design-system/card.tsx';
import { Notice } from '@concert/design-system/notice.tsx';
import { useAct } from '@concert/web-kit/reading/use-act.ts';
import { PauseOrResume } from '../organising/pause-or-resume.tsx';
import { CoverageBar } from './coverage-bar.tsx';
import styles from './message-runs.module.css';
import { Recipients } from './recipients.tsx';
import { RunState } from './run-state.tsx';
import { texts } from './texts.ts';

const words = texts.run;

interface RunProgressProps {
  readonly run: MessageRunView;
  readonly onChanged: (run: MessageRunView) => void;
  /** Somebody was called or mailed again, which changes the coverage. */
  readonly onPeopleChanged: () => void;
}

/** A run that was started: whom it has reached, the way to pause it, and its people. */
export function RunProgress({ run, onChanged, onPeopleChanged }: RunProgressProps) {
  const pause = useAct(messageRunRoutes.pauseMessageRun);
  const resume = useAct(messageRunRoutes.resumeMessageRun);
  const { coverage, purpose, messages, state } = run;
  if (!coverage) return null;
  const unreached = coverage.bounced - coverage.called;
  return (
    <div className="stack-24 min-0">
      <Card title={messages[0]?.subject ?? texts.purposes[purpose]} aside={<RunState state={state} />}>
        <p role="status" className="quiet">
          {words.delivery(coverage.audience)}
        </p>
        <CoverageBar coverage={coverage} />
        {coverage.left > 0 && <p className="quiet">{words.left(coverage.left)}</p>}
        {coverage.called > 0 && <p className="quiet">{words.called(coverage.called, coverage.bounced)}</p>}
        {state === 'everyone_reached' && (
          <Notice tone="good" live="polite" title={words.everyone}>
            {words.everyoneText}
          </Notice>
        )}
        {unreached > 0 && (
          <Notice tone="warn" title={words.unreached(unreached)}>
            {words.unreachedText}
          </Notice>
        )}
        <PauseOrResume run={run} pause={pause} resume={resume} words={words} failed={words.failedAct} onChanged={onChanged} />
        <details>
          <summary>{words.words}</summary>
          {messages.map((message) => (
            <section key={message.reader} className={`stack-12 ${styles.message}`}>
              <h3 className={styles.reader}>{texts.compose.messageFor(texts.readers[message.reader])}</h3>
              <p className="strong">{message.subject}</p>
              <p className={styles.typed}>{message.words}</p>
            </section>
          ))}
        </details>
      </Card>
      <Recipients run={run} coverage={coverage} onChanged={onPeopleChanged} />
    </div>
  );
}
