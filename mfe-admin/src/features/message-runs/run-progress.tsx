import { messageRunRoutes, type MessageRunView } from '@concert/contracts/notify/message-runs';
import { Button } from '@concert/design-system/button.tsx';
import { Card } from '@concert/design-system/card.tsx';
import { Notice } from '@concert/design-system/notice.tsx';
import { useAct } from '@concert/web-kit/reading/use-act.ts';
import { useSignInAgain } from '../sign-in-again/use-sign-in-again.tsx';
import { CoverageBar } from './coverage-bar.tsx';
import styles from './message-runs.module.css';
import { Recipients } from './recipients.tsx';
import { RunState } from './run-state.tsx';
import { texts } from './texts.ts';

const words = texts.run;

/** A run that was started: whom it has reached, the way to pause it, and its people. */
export function RunProgress({
  run,
  onChanged,
  onPeopleChanged,
}: {
  run: MessageRunView;
  onChanged: (run: MessageRunView) => void;
  /** Somebody was called or mailed again, which changes the coverage. */
  onPeopleChanged: () => void;
}) {
  const { proven, dialog } = useSignInAgain();
  const { coverage, purpose, messages, state } = run;
  if (!coverage) return null;
  const unreached = coverage.bounced - coverage.called;
  return (
    <div className="stack-24 min-0">
      <Card title={messages[0]?.subject ?? texts.purposes[purpose]} titleAs="h3" aside={<RunState state={state} />}>
        <p role="status" className="quiet">
          {words.coverage} {words.of(coverage.audience)}
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
        <PauseOrResume run={run} proven={proven} onChanged={onChanged} />
        <details>
          <summary>{words.words}</summary>
          {messages.map((message) => (
            <section key={message.reader} className={`stack-12 ${styles.message}`}>
              <h4 className={styles.reader}>{texts.compose.messageFor(texts.readers[message.reader])}</h4>
              <p className="strong">{message.subject}</p>
              <p className={styles.typed}>{message.words}</p>
            </section>
          ))}
        </details>
      </Card>
      <Recipients run={run} coverage={coverage} proven={proven} onChanged={onPeopleChanged} />
      {dialog}
    </div>
  );
}

function PauseOrResume({
  run: { id, state },
  proven,
  onChanged,
}: {
  run: MessageRunView;
  proven: ReturnType<typeof useSignInAgain>['proven'];
  onChanged: (run: MessageRunView) => void;
}) {
  const pause = useAct(messageRunRoutes.pauseMessageRun);
  const resume = useAct(messageRunRoutes.resumeMessageRun, { through: proven });
  const failure = pause.failure ?? resume.failure;
  const change = async (act: 'pause' | 'resume') => {
    const [wanted, other] = act === 'pause' ? [pause, resume] : [resume, pause];
    other.forget();
    const result = await wanted.act({ params: { runId: id } });
    if (result.ok) onChanged(result.value);
  };
  return (
    <>
      {failure && <Notice tone="bad" live="assertive" title={words.failedAct(failure)} />}
      {state === 'running' && (
        <div className="row-8-12">
          <Button variant="secondary" busy={pause.busy} busyText={words.pausing} onClick={() => void change('pause')}>
            {words.pause}
          </Button>
        </div>
      )}
      {state === 'paused' && (
        <div className="row-8-12">
          <Button busy={resume.busy} busyText={words.resuming} onClick={() => void change('resume')}>
            {words.resume}
          </Button>
        </div>
      )}
    </>
  );
}
