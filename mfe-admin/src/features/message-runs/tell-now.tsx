import { messageRunRoutes, type WrittenPurpose } from '@concert/contracts/notify/message-runs';
import { Checkbox } from '@concert/design-system/checkbox.tsx';
import { LinkButton } from '@concert/design-system/link-button.tsx';
import { Notice } from '@concert/design-system/notice.tsx';
import { problemText } from '@concert/web-kit/problem-text.ts';
import { useAct } from '@concert/web-kit/reading/use-act.ts';
import { useRoute } from '@concert/web-kit/reading/use-route.ts';
import { useState } from 'react';
import { newPath, runPath } from './addresses.ts';
import { texts } from './texts.ts';

const words = texts.tellNow;

/** What became of telling everybody: to how many a message goes, or why it goes to nobody; with the message, once there is one. */
interface Told {
  readonly people?: number;
  readonly failure?: string;
  readonly runId?: string;
}

/** Tells everybody in the act that makes a ready-made message true. One that was saved and not begun can be begun from where it is shown. */
export function useTellNow(purpose: WrittenPurpose) {
  const [wanted, setWanted] = useState(true);
  const [told, setTold] = useState<Told>();
  const made = useAct(messageRunRoutes.listReadyMadeRuns);
  const saving = useAct(messageRunRoutes.createMessageRun);
  const starting = useAct(messageRunRoutes.startMessageRun);

  const send = async (): Promise<Told> => {
    const read = await made.act({});
    if (!read.ok) return { failure: problemText(read.problem) };
    const body = read.value.items.find((each) => each.purpose === purpose);
    if (!body) return { failure: words.noWords };
    const saved = await saving.act({ body });
    if (!saved.ok) return { failure: problemText(saved.problem) };
    const { id: runId, count, version, confirmation = '' } = saved.value;
    if (count === 0) return { people: 0 };
    const begun = await starting.act({ params: { runId }, body: { version, confirmation } });
    // An answer that was lost may have begun it.
    if (begun.ok || begun.problem.code === 'notify.message_run_started') return { people: count, runId };
    return { failure: problemText(begun.problem), runId };
  };
  const tell = async () => {
    if (wanted) setTold(await send());
  };
  return { purpose, wanted, setWanted, tell, told };
}

export type TellNow = ReturnType<typeof useTellNow>;

/** The offer, in the question that comes before the act, with how many people it is. */
export function TellNowChoice({ purpose, wanted, setWanted }: TellNow) {
  const made = useRoute(messageRunRoutes.listReadyMadeRuns, {});
  const audience = made.value?.items.find((each) => each.purpose === purpose)?.audience;
  const counted = useRoute(
    messageRunRoutes.countAudience,
    { body: { purpose, audience: audience ?? {} } },
    { enabled: audience !== undefined },
  );
  return (
    <Checkbox id={`tell-now-${purpose}`} label={words.offer(counted.value?.count)} hint={words.hint} checked={wanted} onCheck={setWanted} />
  );
}

/** Outcome. */
export function TellNowOutcome({ purpose, told }: TellNow) {
  if (!told || told.people === 0) return null;
  const done = told.failure === undefined;
  return (
    <Notice
      tone={done ? 'good' : 'bad'}
      live="polite"
      title={done ? words.done(told.people ?? 0) : words.notDone}
      action={<LinkButton to={told.runId ? runPath(told.runId) : newPath(purpose)} variant="secondary" text={words.look} />}
    >
      {told.failure}
    </Notice>
  );
}
