import { messageRunRoutes, type ReadyMade, type WrittenPurpose } from '@concert/contracts/notify/message-runs';
import { Read } from '@concert/design-system/read.tsx';
import { useAct } from '@concert/web-kit/reading/use-act.ts';
import { useRoute } from '@concert/web-kit/reading/use-route.ts';
import { useNavigate } from 'react-router-dom';
import { LIST_PATH, runPath } from './addresses.ts';
import { ComposeForm } from './compose-form.tsx';
import { texts } from './texts.ts';

const words = texts.compose;

/** What a run that is not ready-made begins with: no people, and one empty message for everybody. */
const EMPTY: ReadyMade = { purpose: 'free', audience: {}, messages: [{ reader: 'everybody', subject: '', words: '' }] };

/** A new message run, from ready-made words or from none. */
export function NewRun({ purpose }: { purpose: WrittenPurpose }) {
  const made = useRoute(messageRunRoutes.listReadyMadeRuns, {});
  const { act } = useAct(messageRunRoutes.createMessageRun);
  const navigate = useNavigate();
  return (
    <Read reading={made} words={words} shape="field" count={4}>
      {({ items }) => (
        <ComposeForm
          title={words.title(texts.purposes[purpose])}
          first={items.find((each) => each.purpose === purpose) ?? { ...EMPTY, purpose }}
          save={(body) => act({ body })}
          onSaved={({ id }) => void navigate(runPath(id), { replace: true })}
          onLeave={() => void navigate(LIST_PATH)}
        />
      )}
    </Read>
  );
}
