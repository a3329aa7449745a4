import { stopRoutes, type StopState } from '@concert/contracts/booking/stop';
import type { ReaderMessage } from '@concert/contracts/booking/reader-messages';
import { messageRunRoutes, type ReadyMade } from '@concert/contracts/notify/message-runs';
import { Button } from '@concert/design-system/button.tsx';
import { TextArea, TextField } from '@concert/design-system/field.tsx';
import { Failure } from '@concert/design-system/notice.tsx';
import { Read } from '@concert/design-system/read.tsx';
import { Skeleton } from '@concert/design-system/skeleton.tsx';
import { useAct } from '@concert/web-kit/reading/use-act.ts';
import { useRoute } from '@concert/web-kit/reading/use-route.ts';
import { useId, useState, type SubmitEvent } from 'react';
import { texts as messageTexts } from '../message-runs/texts.ts';
import styles from './cancellation.module.css';
import { texts } from './texts.ts';

const words = texts.evening;

export interface EveningProps {
  readonly standing: StopState;
  readonly onChanged: (standing: StopState) => void;
  /** The concert is no longer what is shown. */
  readonly onStale: () => void;
}

/** The words that are written already, and how many people each kind of reader is. @param enabled false: nothing is read yet */
export function useStopWords(enabled: boolean) {
  const made = useRoute(messageRunRoutes.listReadyMadeRuns, {}, { enabled });
  const ready = made.value?.items.find(({ purpose }) => purpose === 'cancellation');
  const { purpose, audience } = ready ?? { purpose: 'cancellation', audience: {} };
  const counted = useRoute(messageRunRoutes.countAudience, { body: { purpose, audience } }, { enabled: enabled && ready !== undefined });
  /** Nothing of it will still come and push away what stands below. */
  const settled = made.failure !== undefined || counted.value !== undefined || counted.failure !== undefined;
  return { made, ready, counted, settled };
}

/** What stops the evening: a reason, and what people will read, which is written already. */
export function StopForm(props: EveningProps) {
  const { made, ready } = useStopWords(true);
  return (
    <Read reading={made} words={{ ...texts, failed: words.noWords }} skeleton={<Skeleton shape="field" count={3} label={words.reading} />}>
      {() => ready && <Form {...props} ready={ready} />}
    </Read>
  );
}

/** The reason stands after the first paragraph, which says what happens. */
function withReason(message: ReaderMessage, reason: string): ReaderMessage {
  if (reason === '') return message;
  const [first, ...others] = message.words.split('\n\n');
  return { ...message, words: [first, reason, ...others].join('\n\n') };
}

function Form({ ready, standing, onChanged, onStale }: EveningProps & { readonly ready: ReadyMade }) {
  const { counted } = useStopWords(true);
  const { act, busy, failure } = useAct(stopRoutes.stopEvening);
  const id = useId();
  const [reason, setReason] = useState('');
  const [error, setError] = useState('');
  const [edited, setEdited] = useState<readonly ReaderMessage[]>([]);
  const messages = ready.messages.map(
    (message) => edited.find(({ reader }) => reader === message.reader) ?? withReason(message, reason.trim()),
  );
  const edit = (message: ReaderMessage) => setEdited([...edited.filter(({ reader }) => reader !== message.reader), message]);

  const stop = async (submit: SubmitEvent<HTMLFormElement>) => {
    submit.preventDefault();
    if (busy) return;
    if (reason.trim() === '') {
      setError(words.reasonRequired);
      document.getElementById(id)?.focus();
      return;
    }
    const result = await act({ body: { version: standing.version, reason: reason.trim(), messages } });
    if (result.ok) onChanged(result.value);
    else if (['booking.settings_changed', 'booking.concert_cancelled'].includes(result.problem.code)) onStale();
  };

  const countOf = (of: ReaderMessage['reader']) => counted.value && (counted.value.readers.find(({ reader }) => reader === of)?.count ?? 0);
  // Of a kind with nobody in it there is nothing to read.
  const shown = messages.filter(({ reader }) => countOf(reader) !== 0);
  return (
    <form className="stack-16 narrow" noValidate onSubmit={(submit) => void stop(submit)}>
      <TextField
        id={id}
        label={words.reason}
        hint={words.reasonHint}
        value={reason}
        maxLength={500}
        required
        error={error}
        onChange={({ target }) => {
          setReason(target.value);
          setError('');
        }}
      />
      <fieldset className={`stack-8 ${styles.letters}`}>
        <legend>{words.letters}</legend>
        {shown.map((message) => {
          const reader = messageTexts.readers[message.reader];
          return (
            <details key={message.reader}>
              <summary>{words.reader(reader, countOf(message.reader))}</summary>
              <TextField
                label={words.subject(reader)}
                value={message.subject}
                maxLength={200}
                onChange={({ target }) => edit({ ...message, subject: target.value })}
              />
              <TextArea
                label={words.words(reader)}
                value={message.words}
                rows={8}
                onChange={({ target }) => edit({ ...message, words: target.value })}
              />
            </details>
          );
        })}
      </fieldset>
      <Failure title={words.notStopped} text={failure} />
      <div className="row-12 apart-16">
        <Button type="submit" variant="danger" busy={busy} busyText={words.stopping}>
          {words.stop(counted.value?.count)}
        </Button>
      </div>
    </form>
  );
}
