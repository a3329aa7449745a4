import type { OwnSessionView } from '@concert/contracts/auth/own-sessions';
import { recentInWords } from '@concert/contracts/core/time-in-words';
import { Button } from '@concert/design-system/button.tsx';
import { Card } from '@concert/design-system/card.tsx';
import { classNames } from '@concert/design-system/class-names.ts';
import { Failure } from '@concert/design-system/notice.tsx';
import { ProofDialog } from '@concert/design-system/proof-dialog.tsx';
import { Read } from '@concert/design-system/read.tsx';
import { Skeleton } from '@concert/design-system/skeleton.tsx';
import { showToast } from '@concert/design-system/toast.tsx';
import type { Result } from '@concert/web-kit/api-client.ts';
import { problemText } from '@concert/web-kit/problem-text.ts';
import { useSession, useTimeZone } from '@concert/web-kit/session.tsx';
import { useProof } from '@concert/web-kit/use-proof.ts';
import { useState } from 'react';
import { authApi } from '../../clients.ts';
import { useReading } from '../../use-reading.ts';
import { texts } from './texts.ts';
import styles from './security.module.css';

const words = texts.sessions;

/** Every login of the signed-in person, with an end for each and for all others at once. */
export function SessionsCard() {
  const { refreshSession } = useSession();
  const reading = useReading((signal) => authApi.call.listSessions({}, { signal }));
  /** What is being ended: a session by its id, or all others. */
  const [ending, setEnding] = useState<string>();
  const [refusal, setRefusal] = useState<string>();
  const proof = useProof(authApi.call);

  const end = async (what: string, call: () => Promise<Result<void>>, done: string) => {
    setEnding(what);
    setRefusal(undefined);
    const result = await proof.proven(call);
    setEnding(undefined);
    if (result.ok) {
      showToast({ tone: 'good', text: done });
      reading.again();
    } else if (result.problem.code === 'request.session_required') void refreshSession();
    else setRefusal(words.notEnded(problemText(result.problem)));
  };
  const endOne = ({ sessionId, device }: OwnSessionView) =>
    void end(sessionId, () => authApi.call.endSession({ params: { sessionId } }), words.ended(device));
  const hasOthers = reading.value?.sessions.some(({ current }) => !current);

  return (
    <Card title={words.title}>
      <p>{words.text}</p>
      <Failure text={refusal} />
      <Read reading={reading} words={words} skeleton={<Skeleton count={2} label={words.loading} />}>
        {({ sessions }) => <List sessions={sessions} ending={ending} onEnd={endOne} />}
      </Read>
      {hasOthers && (
        <Button
          variant="secondary"
          className="justify-start"
          busy={ending === 'others'}
          busyText={words.ending}
          disabled={ending !== undefined}
          onClick={() => void end('others', () => authApi.call.endOtherSessions(), words.othersEnded)}
        >
          {words.endOthers}
        </Button>
      )}
      <ProofDialog {...proof} text={words.proof} />
    </Card>
  );
}

interface ListProps {
  readonly sessions: readonly OwnSessionView[];
  readonly ending: string | undefined;
  readonly onEnd: (session: OwnSessionView) => void;
}

function List({ sessions, ending, onEnd }: ListProps) {
  const zone = useTimeZone();
  const moment = (at: string) => recentInWords(at, zone);
  return (
    <ul className="stack-16 plain-list" aria-label={words.list}>
      {sessions.map((session) => (
        <li key={session.sessionId} className={classNames('row-8-16', styles.line)}>
          <div className="min-0 grow-16">
            <div className="strong">{session.device}</div>
            <div className="quiet">{[words.begun(moment(session.openedAt)), words.used(moment(session.lastUsedAt))].join(', ')}</div>
          </div>
          {session.current ? (
            <span className="strong">{words.here}</span>
          ) : (
            <Button
              variant="plain"
              aria-label={words.endOf(session.device, moment(session.openedAt))}
              busy={ending === session.sessionId}
              busyText={words.ending}
              disabled={ending !== undefined}
              onClick={() => onEnd(session)}
            >
              {words.end}
            </Button>
          )}
        </li>
      ))}
    </ul>
  );
}
