import type { InputOf } from '@concert/contracts/core/route';
import { READER_KINDS, type ReaderMessage } from '@concert/contracts/booking/reader-messages';
import { messageRunRoutes, type MessageRunView, type MessagePurpose, type ReadyMade } from '@concert/contracts/notify/message-runs';
import { Button } from '@concert/design-system/button.tsx';
import { ErrorSummary } from '@concert/design-system/error-summary.tsx';
import { TextArea, TextField } from '@concert/design-system/field.tsx';
import { Form } from '@concert/design-system/form.tsx';
import { Failure } from '@concert/design-system/notice.tsx';
import { Select } from '@concert/design-system/select.tsx';
import { checkForm, type FieldOf } from '@concert/web-kit/forms/field-errors.ts';
import { useForm, type FormState } from '@concert/web-kit/forms/use-form.ts';
import type { Result } from '@concert/web-kit/api-client.ts';
import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { AudienceFields } from './audience-fields.tsx';
import { MARKS, withMark, type TextMark } from './marks.ts';
import { MessagePreview } from './message-preview.tsx';
import styles from './message-runs.module.css';
import { texts } from './texts.ts';

const words = texts.compose;

type Body = InputOf<(typeof messageRunRoutes)['createMessageRun']>['body'];
type Values = Pick<ReadyMade, 'audience' | 'messages'>;

/** What is composed: a new run, or a draft. */
type Composed = Values & { readonly purpose: MessagePurpose };

/** `/messages/1/words` is the field `words-1`; everything about the audience stands at its fields together. */
const fieldOf: FieldOf = (pointer) => {
  const [, index, part] = /^\/messages\/(\d+)\/(subject|words)/.exec(pointer) ?? [];
  return part ? `${part}-${index}` : 'audience';
};

export interface ComposeFormProps {
  readonly title: string;
  readonly first: Composed;
  readonly save: (body: Body) => Promise<Result<MessageRunView>>;
  readonly onSaved: (run: MessageRunView) => void;
  readonly onLeave: () => void;
}

/** Who gets a message run, and what they read. Saving counts the people and sends nothing. */
export function ComposeForm({ title, first, save, onSaved, onLeave }: ComposeFormProps) {
  const fields = ['audience', ...first.messages.flatMap((_, index) => [`subject-${index}`, `words-${index}`])];
  const form = useForm<Values>({ name: 'run', first: { audience: first.audience, messages: first.messages }, fields, fieldOf });

  const submit = async () => {
    const checked = checkForm(messageRunRoutes.createMessageRun.body, { purpose: first.purpose, ...form.values }, fieldOf);
    const result = await form.send(async () => (checked.ok ? save(checked.value) : checked));
    if (result?.ok) onSaved(result.value);
  };

  return (
    <div className={styles.beside}>
      <Form form={form} className={`stack-24 min-0 ${styles.compose}`} label={title} onSubmit={() => void submit()}>
        <h2 className={styles.title}>{title}</h2>
        <ErrorSummary title={words.faults} errors={form.summary} attempt={form.attempt} />
        <AudienceFields
          id={form.idOf('audience')}
          audience={form.values.audience}
          error={form.errors['audience']}
          onChange={(audience) => form.edit('audience', audience)}
        />
        <MessageFields form={form} />
        <Failure text={form.failure && words.notSaved(form.failure)} />
        <div className="row-8-12">
          <Button type="submit" busy={form.busy} busyText={words.saving}>
            {words.save}
          </Button>
          <Button variant="plain" disabled={form.busy} onClick={onLeave}>
            {words.leave}
          </Button>
        </div>
      </Form>
      <Preview purpose={first.purpose} messages={form.values.messages} />
    </div>
  );
}

/** For how long nothing is typed before the mail is drawn anew. */
const PAUSE_MS = 700;

/** The mail as far as it is written. */
export function Preview({ purpose, messages }: Pick<Composed, 'purpose' | 'messages'>) {
  const [drawn, setDrawn] = useState(messages);
  useEffect(() => {
    const timer = setTimeout(() => setDrawn(messages), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [messages]);
  const written = drawn.filter((message) => message.subject.trim() && message.words.trim());
  return (
    <div className={styles.preview}>
      {written.length > 0 ? <MessagePreview purpose={purpose} messages={written} /> : <p className="quiet">{words.notYet}</p>}
    </div>
  );
}

/** Two buttons that mark what is selected in a message, instead of signs that have to be known. */
function Marks({ reader, areaId, onWrite }: { reader: string; areaId: string; onWrite: (text: string) => void }) {
  const put = (mark: TextMark) => {
    const area = document.getElementById(areaId);
    if (!(area instanceof HTMLTextAreaElement)) return;
    const after = withMark(mark, { text: area.value, from: area.selectionStart, to: area.selectionEnd });
    flushSync(() => onWrite(after.text));
    area.focus();
    area.setSelectionRange(after.from, after.to);
  };
  return (
    <div className={styles.marks}>
      {MARKS.map((mark) => (
        <Button key={mark} variant="plain" aria-label={words.markOf(words.marks[mark], reader)} onClick={() => put(mark)}>
          {words.marks[mark]}
        </Button>
      ))}
    </div>
  );
}

/** The words for each kind of reader. */
function MessageFields({ form }: { form: FormState<Values> }) {
  const { messages } = form.values;
  const write = (index: number, part: 'subject' | 'words', text: string) =>
    form.edit(
      'messages',
      messages.map((message, at) => (at === index ? { ...message, [part]: text } : message)),
      `${part}-${index}`,
    );
  const others = (['everybody', ...READER_KINDS] as const).filter((reader) => messages.every((message) => message.reader !== reader));
  return (
    <fieldset className="stack-16">
      <legend className={styles.legend}>{words.messages}</legend>
      {messages.map((message, index) => (
        <div key={message.reader} className={`stack-12 ${styles.message}`}>
          <h3 className={styles.reader}>{words.messageFor(texts.readers[message.reader])}</h3>
          <TextField
            id={form.idOf(`subject-${index}`)}
            label={words.subject}
            value={message.subject}
            error={form.errors[`subject-${index}`]}
            maxLength={200}
            onChange={({ target }) => write(index, 'subject', target.value)}
          />
          <Marks
            reader={texts.readers[message.reader]}
            areaId={form.idOf(`words-${index}`)}
            onWrite={(text) => write(index, 'words', text)}
          />
          <TextArea
            id={form.idOf(`words-${index}`)}
            label={words.words}
            hint={words.wordsHint}
            value={message.words}
            error={form.errors[`words-${index}`]}
            rows={10}
            onChange={({ target }) => write(index, 'words', target.value)}
          />
          {messages.length > 1 && (
            <Button
              variant="plain"
              aria-label={words.removeOf(texts.readers[message.reader])}
              onClick={() =>
                form.edit(
                  'messages',
                  messages.filter((each) => each !== message),
                )
              }
            >
              {words.remove}
            </Button>
          )}
        </div>
      ))}
      {others.length > 0 && (
        <Select
          label={words.add}
          placeholder={words.addNone}
          value=""
          options={others.map((reader) => ({ value: reader, label: texts.readers[reader] }))}
          onChange={({ target }) => {
            const reader = others.find((each) => each === target.value);
            if (reader)
              form.edit('messages', [...messages, { reader, subject: messages[0]?.subject ?? '', words: '' } satisfies ReaderMessage]);
          }}
        />
      )}
    </fieldset>
  );
}
