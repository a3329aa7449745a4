import { guestSchema, MAX_FREE_TICKETS, type ComplimentaryCategory } from '@concert/contracts/booking/complimentary';
import { Button } from '@concert/design-system/button.tsx';
import { Dialog } from '@concert/design-system/dialog.tsx';
import { TextField } from '@concert/design-system/field.tsx';
import { Notice } from '@concert/design-system/notice.tsx';
import { Select } from '@concert/design-system/select.tsx';
import { checkForm, errorsOfProblem, type FieldErrors } from '@concert/web-kit/forms.ts';
import { problemText } from '@concert/web-kit/problem-text.ts';
import { useAct } from '@concert/web-kit/reading/use-act.ts';
import { useSession } from '@concert/web-kit/session.tsx';
import { useEffect, useId, useRef, useState, type FormEvent } from 'react';
import { texts } from '../../texts.ts';
import styles from './complimentary.module.css';
import { GROUPS } from './groups.ts';

/** How long a message stands (specification section 9). */
const MESSAGE_MS = 5_000;

const words = texts.complimentary;
const EMPTY = { name: '', email: '', phoneno: '', notickets: '' };
const FIELDS = ['name', 'email', 'phoneno', 'notickets'] as const;
type FieldName = (typeof FIELDS)[number];
type Values = Record<FieldName, string>;

/** The specification calls the guest's email `email` in the form and `email2` in the call. */
const asSent = ({ name, email, phoneno, notickets }: Values) => ({
  name,
  email2: email,
  phoneno,
  notickets: notickets === '' ? undefined : Number(notickets),
});
const asShown = ({ email2, email: _own, ...rest }: FieldErrors): FieldErrors => ({ ...rest, ...(email2 ? { email: email2 } : {}) });

interface Message {
  readonly tone: 'good' | 'bad';
  readonly title: string;
  readonly text?: string;
}

/** A guest who has an entry already, as the question about another one names them. */
interface Twice {
  readonly name: string;
  readonly tickets: number;
  readonly reason: string;
}

/** Adds one guest of a group. Each field is checked from its first edit on, all of them when it is sent. */
export function EntryForm({ group, onAdded }: { group: ComplimentaryCategory; onAdded: () => void }) {
  const { session } = useSession();
  const id = useId();
  const adding = useAct(GROUPS[group].add);
  const form = useRef<HTMLFormElement>(null);
  const [values, setValues] = useState<Values>(EMPTY);
  const [edited, setEdited] = useState<ReadonlySet<FieldName>>(new Set());
  const [refused, setRefused] = useState<FieldErrors>({});
  const { busy } = adding;
  const [message, setMessage] = useState<Message>();
  const [twice, setTwice] = useState<Twice>();

  useEffect(() => {
    if (!message) return;
    const timer = setTimeout(() => setMessage(undefined), MESSAGE_MS);
    return () => clearTimeout(timer);
  }, [message]);

  const checked = checkForm(guestSchema, asSent(values));
  const errors = checked.ok ? {} : asShown(checked.errors);
  const errorOf = (field: FieldName) => (edited.has(field) ? (errors[field] ?? refused[field] ?? '') : '');
  const edit = (field: FieldName, value: string) => {
    setValues((now) => ({ ...now, [field]: value }));
    setEdited((now) => new Set(now).add(field));
    setRefused(({ [field]: _mended, ...rest }) => rest);
  };

  const submit = async (submitted: FormEvent) => {
    submitted.preventDefault();
    if (busy || !session) return;
    await send(false);
  };

  const send = async (again: boolean) => {
    if (!session) return;
    if (!checked.ok) {
      setEdited(new Set(FIELDS));
      setMessage({ tone: 'bad', title: words.incomplete });
      const first = FIELDS.find((field) => errors[field]);
      if (first) form.current?.querySelector<HTMLElement>(`[name="${first}"]`)?.focus();
      return;
    }
    const body = { email: session.email, ...checked.value, status: 'Submitted' as const, ...(again ? { second_entry: true } : {}) };
    setMessage(undefined);
    const result = await adding.act({ body });
    setTwice(undefined);
    if (result.ok) {
      setValues(EMPTY);
      setEdited(new Set());
      setMessage({ tone: 'good', title: GROUPS[group].words.added });
      onAdded();
      form.current?.querySelector<HTMLElement>('[name="name"]')?.focus();
      return;
    }
    if (result.problem.code === 'booking.guest_known')
      return setTwice({ name: checked.value.name, tickets: checked.value.notickets, reason: problemText(result.problem) });
    setRefused(asShown(errorsOfProblem(result.problem)));
    setEdited(new Set(FIELDS));
    setMessage({ tone: 'bad', title: words.failed, text: problemText(result.problem) });
  };

  return (
    <form ref={form} className={styles.form} noValidate aria-labelledby={`${id}-title`} onSubmit={(submitted) => void submit(submitted)}>
      <h2 id={`${id}-title`} className={styles.heading}>
        {GROUPS[group].words.form}
      </h2>
      <div className={styles.fields}>
        <TextField
          label={words.fields.name}
          name="name"
          autoComplete="off"
          required
          value={values.name}
          error={errorOf('name')}
          onChange={(change) => edit('name', change.target.value)}
        />
        <TextField
          label={words.fields.email}
          name="email"
          type="email"
          inputMode="email"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          required
          value={values.email}
          error={errorOf('email')}
          onChange={(change) => edit('email', change.target.value)}
        />
        <TextField
          label={words.fields.phoneno}
          name="phoneno"
          type="tel"
          autoComplete="off"
          value={values.phoneno}
          error={errorOf('phoneno')}
          hint={words.fields.phoneHint}
          onChange={(change) => edit('phoneno', change.target.value)}
        />
        <Select
          label={words.fields.notickets}
          name="notickets"
          required
          placeholder={words.fields.choose}
          options={Array.from({ length: MAX_FREE_TICKETS }, (_, index) => ({ value: String(index + 1), label: String(index + 1) }))}
          value={values.notickets}
          error={errorOf('notickets')}
          onChange={(change) => edit('notickets', change.target.value)}
        />
      </div>
      <div className={styles.send}>
        <Button type="submit" busy={busy} busyText={words.adding}>
          {GROUPS[group].words.submit}
        </Button>
        <div aria-live="polite" className={styles.message}>
          {message && (
            <Notice tone={message.tone} title={message.title}>
              {message.text}
            </Notice>
          )}
        </div>
      </div>
      <SecondEntryDialog twice={twice} busy={busy} onKeep={() => setTwice(undefined)} onAdd={() => void send(true)} />
    </form>
  );
}

/** The same guest twice is more often a slip than meant. */
function SecondEntryDialog({
  twice,
  busy,
  onKeep,
  onAdd,
}: {
  twice: Twice | undefined;
  busy: boolean;
  onKeep: () => void;
  onAdd: () => void;
}) {
  return (
    <Dialog
      open={twice !== undefined}
      busy={busy}
      onClose={onKeep}
      title={twice ? words.twice.title(twice.name) : ''}
      actions={
        twice && (
          <>
            <Button variant="secondary" disabled={busy} onClick={onKeep}>
              {words.twice.keep}
            </Button>
            <Button busy={busy} busyText={words.adding} onClick={onAdd}>
              {words.twice.confirm(twice.tickets)}
            </Button>
          </>
        )
      }
    >
      <p>{twice && words.twice.text(twice.reason)}</p>
    </Dialog>
  );
}
