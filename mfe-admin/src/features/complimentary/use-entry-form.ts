import { guestSchema, type ComplimentaryCategory } from '@concert/contracts/booking/complimentary';
import { checkForm, errorsOfProblem, type FieldErrors } from '@concert/web-kit/forms/field-errors.ts';
import { problemText } from '@concert/web-kit/problem-text.ts';
import { useAct } from '@concert/web-kit/reading/use-act.ts';
import { useSession } from '@concert/web-kit/session.tsx';
import { useEffect, useRef, useState, type FormEvent, type RefObject } from 'react';
import { GROUPS } from './groups.ts';
import { texts as words } from './texts.ts';

/** How long a message stands (specification section 9). */
const MESSAGE_MS = 5_000;
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

/** What came of the last attempt. */
interface Message {
  readonly tone: 'good' | 'bad';
  readonly title: string;
  readonly text?: string;
}

/** A guest who has an entry already, as the question about another one names them. */
export interface Twice {
  readonly name: string;
  readonly tickets: number;
  readonly reason: string;
}

/** The guest being typed, and the acts on them. */
export interface EntryEditing {
  readonly form: RefObject<HTMLFormElement | null>;
  readonly values: Readonly<Values>;
  readonly busy: boolean;
  readonly message: Message | undefined;
  readonly twice: Twice | undefined;
  /** What is wrong with a field that was edited, or was sent. */
  readonly errorOf: (field: FieldName) => string;
  readonly edit: (field: FieldName, value: string) => void;
  readonly submit: (submitted: FormEvent) => void;
  /** Adds the guest although they have an entry already. */
  readonly addAgain: () => void;
  readonly addNothing: () => void;
}

/** Holds one guest of a group while they are typed, and adds them. Each field is checked from its first edit on, all of them when it is sent. */
export function useEntryForm(group: ComplimentaryCategory, onAdded: () => void): EntryEditing {
  const { session } = useSession();
  const { act, busy } = useAct(GROUPS[group].add);
  const form = useRef<HTMLFormElement>(null);
  const [values, setValues] = useState<Values>(EMPTY);
  const [edited, setEdited] = useState<ReadonlySet<FieldName>>(new Set());
  const [refused, setRefused] = useState<FieldErrors>({});
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
    const result = await act({ body });
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

  const submit = (submitted: FormEvent) => {
    submitted.preventDefault();
    if (!busy) void send(false);
  };

  return {
    form,
    values,
    busy,
    message,
    twice,
    errorOf,
    edit,
    submit,
    addAgain: () => void send(true),
    addNothing: () => setTwice(undefined),
  };
}
