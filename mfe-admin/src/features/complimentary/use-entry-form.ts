import { guestSchema, type ComplimentaryCategory } from '@concert/contracts/booking/complimentary';
import { wholeNumberIn } from '@concert/contracts/core/as-typed';
import { checkForm, type FieldOf } from '@concert/web-kit/forms/field-errors.ts';
import { useForm } from '@concert/web-kit/forms/use-form.ts';
import { problemText } from '@concert/web-kit/problem-text.ts';
import { useAct } from '@concert/web-kit/reading/use-act.ts';
import { useSession } from '@concert/web-kit/session.tsx';
import { useEffect, useState } from 'react';
import { GROUPS } from './groups.ts';
import { texts as words } from './texts.ts';

/** How long a message stands (specification section 9). */
const MESSAGE_MS = 5_000;
const EMPTY = { name: '', email: '', phoneno: '', notickets: '' };
export type GuestValues = typeof EMPTY;

/** The specification calls the guest's email `email` in the form and `email2` in the call, whose `email` is the organiser's own. */
const fieldOf: FieldOf = (pointer) => (pointer === '/email2' ? 'email' : pointer === '/email' ? '' : pointer.slice(1));

const checkGuest = ({ email, notickets, ...rest }: GuestValues) =>
  checkForm(guestSchema, { ...rest, email2: email, notickets: wholeNumberIn(notickets) }, fieldOf);

/** What came of the last attempt. */
interface Message {
  readonly tone: 'good' | 'bad';
  readonly title: string;
  readonly text?: string;
}

/** A guest who has an entry already, as the question about another one names them. */
interface DuplicateGuest {
  readonly name: string;
  readonly tickets: number;
  readonly reason: string;
}

/** Holds one guest of a group while they are typed, and adds them. Each field is checked from its first edit on, all of them when it is sent. */
export function useEntryForm(group: ComplimentaryCategory, onAdded: () => void) {
  const { session } = useSession();
  const { act } = useAct(GROUPS[group].add);
  const form = useForm({ name: 'entry', first: EMPTY, summaryFrom: Infinity, checkEdited, fieldOf });
  const [message, setMessage] = useState<Message>();
  const [twice, setTwice] = useState<DuplicateGuest>();

  useEffect(() => {
    if (!message) return;
    const timer = setTimeout(() => setMessage(undefined), MESSAGE_MS);
    return () => clearTimeout(timer);
  }, [message]);

  const send = async (again: boolean) => {
    if (!session) return;
    const guest = checkGuest(form.values);
    if (!guest.ok) {
      form.refuse(guest.errors);
      setMessage({ tone: 'bad', title: words.incomplete });
      return;
    }
    const body = { email: session.email, ...guest.value, status: 'Submitted' as const, ...(again ? { second_entry: true } : {}) };
    setMessage(undefined);
    const result = await form.send(() => act({ body }));
    if (!result) return;
    setTwice(undefined);
    if (result.ok) {
      form.reset();
      form.focus('name');
      setMessage({ tone: 'good', title: GROUPS[group].words.added });
      onAdded();
    } else if (result.problem.code === 'booking.guest_known') {
      setTwice({ name: guest.value.name, tickets: guest.value.notickets, reason: problemText(result.problem) });
    } else {
      setMessage({ tone: 'bad', title: words.failed, text: problemText(result.problem) });
    }
  };

  return {
    form,
    message,
    twice,
    submit: () => void (form.busy || send(false)),
    addAgain: () => void send(true),
    addNothing: () => setTwice(undefined),
  };
}

function checkEdited(values: GuestValues) {
  const guest = checkGuest(values);
  return guest.ok ? {} : guest.errors;
}
