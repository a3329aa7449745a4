import { messageRunRoutes, type MessageRunView } from '@concert/contracts/notify/message-runs';
import { Read } from '@concert/design-system/read.tsx';
import { useAct } from '@concert/web-kit/reading/use-act.ts';
import { useRoute } from '@concert/web-kit/reading/use-route.ts';
import { useNavigate } from 'react-router-dom';
import { runPath } from './addresses.ts';
import { ComposeForm } from './compose-form.tsx';
import { DraftRun } from './draft-run.tsx';
import { RunProgress } from './run-progress.tsx';
import { texts } from './texts.ts';

/** While mails are under way the run is asked for every two seconds; what providers report later is seen when somebody comes back. */
export const FOLLOW = {
  while: (run: MessageRunView | undefined) => run?.state === 'running' || (run?.state === 'sent' && (run.coverage?.underWay ?? 0) > 0),
  firstMs: 2_000,
  forMs: 30 * 60_000,
};

/** One message run: composed, looked at, or under way. */
export function OneRun({ runId, isChanged }: { runId: string; isChanged: boolean }) {
  const read = useRoute(messageRunRoutes.showMessageRun, { params: { runId } }, { follow: FOLLOW, onReturn: true });
  const { act } = useAct(messageRunRoutes.changeMessageRun);
  const navigate = useNavigate();
  const shown = (run: MessageRunView) => {
    read.set(() => run);
    void navigate(runPath(run.id), { replace: true });
  };
  return (
    <Read reading={read} words={texts.run} shape="card" count={2}>
      {(run) => {
        if (run.state !== 'draft')
          return <RunProgress run={run} onChanged={(changed) => read.set(() => changed)} onPeopleChanged={read.again} />;
        if (!isChanged) return <DraftRun key={JSON.stringify(run)} run={run} onStarted={shown} onStale={read.again} />;
        return (
          <ComposeForm
            title={texts.compose.change(texts.purposes[run.purpose])}
            first={run}
            save={(body) => act({ params: { runId }, body })}
            onSaved={shown}
            onLeave={() => void navigate(runPath(runId), { replace: true })}
          />
        );
      }}
    </Read>
  );
}
