import { messageRunRoutes, type MessageRunView } from '@concert/contracts/notify/message-runs';
import { Card } from '@concert/design-system/card.tsx';
import { LinkButton } from '@concert/design-system/link-button.tsx';
import { Notice } from '@concert/design-system/notice.tsx';
import { Read } from '@concert/design-system/read.tsx';
import { showToast } from '@concert/design-system/toast.tsx';
import { problemText } from '@concert/web-kit/problem-text.ts';
import { useAct } from '@concert/web-kit/reading/use-act.ts';
import { useRoute } from '@concert/web-kit/reading/use-route.ts';
import { TypedConfirmation } from '../organising/typed-confirmation.tsx';
import { editDraftPath } from './addresses.ts';
import { MessagePreview } from './message-preview.tsx';
import styles from './message-runs.module.css';
import { texts } from './texts.ts';

const words = texts.draft;

/** Refusals after which a draft is read again. */
const STALE: ReadonlySet<string> = new Set(['notify.audience_changed', 'notify.message_run_changed', 'notify.message_run_started']);

export interface DraftRunProps {
  readonly run: MessageRunView;
  readonly onStarted: (run: MessageRunView) => void;
  /** The draft is no longer what is shown. */
  readonly onStale: () => void;
}

/** A draft before it is sent: who gets it, how it looks, and what has to be typed to send it. */
export function DraftRun({ run, onStarted, onStale }: DraftRunProps) {
  return (
    <div className="stack-24 min-0">
      <Card
        title={words.goesTo(run.count)}

        aside={<LinkButton to={editDraftPath(run.id)} variant="secondary" text={words.change} />}
      >
        {run.count === 0 ? (
          <Notice tone="warn" title={words.nobody}>
            {words.nobodyText}
          </Notice>
        ) : (
          <People run={run} />
        )}
      </Card>
      <MessagePreview purpose={run.purpose} messages={run.messages} />
      {run.count > 0 && run.confirmation !== undefined && (
        <StartRun run={run} confirmation={run.confirmation} onStarted={onStarted} onStale={onStale} />
      )}
    </div>
  );
}

/** How many of which kind, and the first by name. */
function People({ run: { purpose, audience } }: { run: MessageRunView }) {
  const counted = useRoute(messageRunRoutes.countAudience, { body: { purpose, audience } });
  return (
    <Read reading={counted} words={{ reading: words.counting, failed: words.notCounted }} shape="field" count={2}>
      {({ count, readers, people }) => (
        <>
          <ul className={styles.readers} aria-label={words.readers}>
            {readers.map(({ reader, count: of }) => (
              <li key={reader}>{words.readerCount(of, texts.readers[reader])}</li>
            ))}
          </ul>
          <details>
            <summary>{words.names(people.length, count)}</summary>
            <ul className={styles.names}>
              {people.map(({ name, reader }, index) => (
                // Two people may have one name.
                <li key={`${index} ${name}`}>
                  {name || words.nameless} <span className="quiet small regular">{texts.readers[reader]}</span>
                </li>
              ))}
            </ul>
          </details>
        </>
      )}
    </Read>
  );
}

function StartRun({ run, confirmation, onStarted, onStale }: DraftRunProps & { readonly confirmation: string }) {
  const { act, busy, failure } = useAct(messageRunRoutes.startMessageRun);
  const start = async () => {
    const result = await act({ params: { runId: run.id }, body: { version: run.version, confirmation } });
    if (result.ok) onStarted(result.value);
    else if (STALE.has(result.problem.code)) {
      // The words of the refusal stand longer than this form, which is shown anew.
      showToast({ tone: 'bad', text: problemText(result.problem) });
      onStale();
    }
  };

  return (
    <Card title={words.startTitle}>
      <TypedConfirmation
        confirmation={confirmation}
        button={words.start(run.count)}
        busy={busy}
        busyText={words.starting}
        failure={failure && words.notStarted(failure)}
        onConfirm={start}
      >
        <p className="quiet">{words.startText}</p>
      </TypedConfirmation>
    </Card>
  );
}
