import {
  DAYS_FROM_EVENING,
  timedMessageRoutes,
  PURPOSE_OF,
  type TimedMessage,
  type TimedMessageView,
} from '@concert/contracts/notify/timed-messages';
import { Button } from '@concert/design-system/button.tsx';
import { Checkbox } from '@concert/design-system/checkbox.tsx';
import { ErrorSummary } from '@concert/design-system/error-summary.tsx';
import { TextArea, TextField } from '@concert/design-system/field.tsx';
import { Form } from '@concert/design-system/form.tsx';
import { Failure } from '@concert/design-system/notice.tsx';
import { Read } from '@concert/design-system/read.tsx';
import { Select } from '@concert/design-system/select.tsx';
import { showToast } from '@concert/design-system/toast.tsx';
import { checkForm, type FieldOf } from '@concert/web-kit/forms/field-errors.ts';
import { useForm } from '@concert/web-kit/forms/use-form.ts';
import { useAct } from '@concert/web-kit/reading/use-act.ts';
import { useRoute } from '@concert/web-kit/reading/use-route.ts';
import { useNavigate } from 'react-router-dom';
import { LIST_PATH } from './addresses.ts';
import { Preview } from './compose-form.tsx';
import styles from './message-runs.module.css';
import { texts } from './texts.ts';

const words = texts.timed;
const compose = texts.compose;
const FIELDS = ['days', 'time', 'subject', 'words'];
const fieldOf: FieldOf = (pointer) => pointer.split('/').at(-1)!;

/** One mail by the clock: whether, when and in which words it goes, and how it looks. */
export function OneTimedMessage({ message }: { message: TimedMessage }) {
  const read = useRoute(timedMessageRoutes.listTimedMessages, {});
  return (
    <Read reading={read} words={words} shape="field" count={4}>
      {({ items }) => {
        const item = items.find((each) => each.message === message);
        return item && <TimedForm key={item.version} item={item} onStale={read.again} />;
      }}
    </Read>
  );
}

function daysOf(message: TimedMessage): number[] {
  const { least, most } = DAYS_FROM_EVENING[message];
  return Array.from({ length: most - least + 1 }, (_, at) => least + at);
}

function TimedForm({ item, onStale }: { item: TimedMessageView; onStale: () => void }) {
  const { message, isOn, days, time, subject, words: written, isEdited, version } = item;
  const { act } = useAct(timedMessageRoutes.changeTimedMessage);
  const navigate = useNavigate();
  const form = useForm({ name: 'timed', first: { isOn, days, time, subject, words: written }, fields: FIELDS, fieldOf });
  const { values } = form;
  const name = words.names[message];

  const save = async (isOurs: boolean) => {
    const { subject: heading, words: text, ...when } = values;
    const isOwn = isEdited || heading !== subject || text !== written;
    const body = { ...when, version, words: isOurs || !isOwn ? null : { subject: heading, words: text } };
    const checked = checkForm(timedMessageRoutes.changeTimedMessage.body, body, fieldOf);
    const result = await form.send(async () => (checked.ok ? act({ params: { message }, body: checked.value }) : checked));
    if (result?.ok) {
      showToast({ tone: 'good', text: words.saved(name) });
      void navigate(LIST_PATH);
    } else if (result && 'problem' in result && result.problem.code === 'notify.timed_message_changed') onStale();
  };

  return (
    <div className={styles.beside}>
      <Form form={form} className={`stack-24 min-0 ${styles.compose}`} label={name} onSubmit={() => void save(false)}>
        <h2 className={styles.title}>{name}</h2>
        <p className="quiet">{words.to[message]}</p>
        <ErrorSummary title={compose.faults} errors={form.summary} attempt={form.attempt} />
        <Checkbox id={form.idOf('isOn')} label={words.isOn} checked={values.isOn} onCheck={(checked) => form.edit('isOn', checked)} />
        <Select
          id={form.idOf('days')}
          label={words.day}
          value={String(values.days)}
          options={daysOf(message).map((day) => ({ value: String(day), label: words.dayOf(day) }))}
          onChange={({ target }) => form.edit('days', Number(target.value))}
        />
        <TextField {...form.field('time')} type="time" label={words.time} hint={words.timeHint} min="06:00" max="19:59" />
        <TextField {...form.field('subject')} label={compose.subject} maxLength={200} />
        <TextArea {...form.field('words')} label={compose.words} hint={`${compose.wordsHint} ${words.told}`} rows={10} />
        <Failure text={form.failure && words.notSaved(form.failure)} />
        <div className="row-8-12">
          <Button type="submit" busy={form.busy} busyText={words.saving}>
            {words.save}
          </Button>
          {isEdited && (
            <Button variant="secondary" disabled={form.busy} onClick={() => void save(true)}>
              {words.ours}
            </Button>
          )}
          <Button variant="plain" disabled={form.busy} onClick={() => void navigate(LIST_PATH)}>
            {words.leave}
          </Button>
        </div>
      </Form>
      <Preview purpose={PURPOSE_OF[message]} messages={[{ reader: 'buyer', subject: values.subject, words: values.words }]} />
    </div>
  );
}
