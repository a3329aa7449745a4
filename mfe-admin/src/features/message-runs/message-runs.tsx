import { Link, useSearchParams } from 'react-router-dom';
import { LIST_PATH, shownIn } from './addresses.ts';
import { NewRun } from './new-run.tsx';
import { RunsList } from './runs-list.tsx';
import { OneRun } from './one-run.tsx';
import { OneTimedMessage } from './one-timed-message.tsx';
import { texts as words } from './texts.ts';

/** Message runs: all of them, a new one, or one from draft to the last person reached. */
export function MessageRuns() {
  const [query] = useSearchParams();
  const shown = shownIn(query);
  if (shown.what === 'list') return <RunsList />;
  return (
    <div className="stack-24 min-0">
      <p>
        <Link to={LIST_PATH}>{words.toList}</Link>
      </p>
      {shown.what === 'new' && <NewRun key={shown.purpose} purpose={shown.purpose} />}
      {shown.what === 'timed' && <OneTimedMessage key={shown.message} message={shown.message} />}
      {shown.what === 'run' && <OneRun key={shown.runId} runId={shown.runId} isChanged={shown.isChanged} />}
    </div>
  );
}
