import { SPECIAL_SEAT_WORDS } from '@concert/contracts/booking/access';
import { clockTime } from '@concert/contracts/core/time-in-words';
import { Button } from '@concert/design-system/button.tsx';
import { TextField } from '@concert/design-system/field.tsx';
import { useRef, useState, type FormEvent } from 'react';
import type { Shown, Verdict } from './door-list.ts';
import styles from './door.module.css';
import type { Found, FoundHolder, FoundTicket } from './name-book.ts';
import { texts } from './texts.ts';

const words = texts.lost;

interface LostTicketProps {
  readonly lookUp: (text: string) => Promise<Found | undefined>;
  readonly onAdmit: (shown: Shown) => Promise<Verdict>;
  readonly timeZone: string;
}

/** For somebody who lost their ticket: finds it by name, and lets it in once. */
export function LostTicket({ lookUp, onAdmit, timeZone }: LostTicketProps) {
  const [text, setText] = useState('');
  const [error, setError] = useState('');
  const [busy, setBusy] = useState(false);
  const [found, setFound] = useState<Found>();
  const form = useRef<HTMLFormElement>(null);

  const submit = (submitted: FormEvent) => {
    submitted.preventDefault();
    const search = async () => {
      setBusy(true);
      const answer = await lookUp(text);
      setBusy(false);
      setFound(answer);
      setError(answer ? '' : words.required);
      if (!answer) form.current?.querySelector('input')?.focus();
    };
    if (!busy) void search();
  };
  const close = () => {
    setText('');
    setFound(undefined);
    form.current?.querySelector('input')?.focus();
  };

  return (
    <details className={styles.lost}>
      <summary>{words.title}</summary>
      <div className={styles.lostBody}>
        <form ref={form} className={styles.typed} noValidate onSubmit={submit}>
          <TextField
            label={words.label}
            hint={words.hint}
            name="holder"
            autoComplete="off"
            spellCheck={false}
            maxLength={60}
            value={text}
            error={error}
            onChange={(change) => setText(change.target.value)}
          />
          <Button type="submit" variant="secondary" busy={busy} busyText={words.busy}>
            {words.find}
          </Button>
        </form>
        <div role="status">{found && <p className={styles.strong}>{words.found(found.holders.length, found.more)}</p>}</div>
        {found && found.holders.length > 0 && (
          <>
            <p>{words.askFor}</p>
            <ul className={styles.holders}>
              {found.holders.map((holder) => (
                <li key={holder.holder} className={styles.conflict}>
                  <Holder holder={holder} onAdmit={onAdmit} timeZone={timeZone} />
                </li>
              ))}
            </ul>
          </>
        )}
        {found && (
          <Button variant="plain" onClick={close}>
            {words.close}
          </Button>
        )}
      </div>
    </details>
  );
}

function Holder({ holder: { holder, name, tickets }, onAdmit, timeZone }: { holder: FoundHolder } & Omit<LostTicketProps, 'lookUp'>) {
  const [inside, setInside] = useState<readonly number[]>([]);
  const admit = async ({ number, ticketHash }: FoundTicket) => {
    const { admitted, reason } = await onAdmit({ byName: { holder, number }, ticketHash });
    if (admitted || reason === 'already_inside') setInside((before) => [...before, number]);
  };
  return (
    <>
      <p className={styles.strong}>{name}</p>
      <ul className={styles.holders}>
        {tickets.map((ticket) => {
          const { number, listed } = ticket;
          const label = texts.ticket(listed.seating, number, listed.of);
          const isIn = ticket.inside || inside.includes(number) || listed.insideAt !== undefined;
          return (
            <li key={number} className={styles.found}>
              <span>
                {label}
                {listed.seat && `, ${SPECIAL_SEAT_WORDS[listed.seat]}`}
              </span>
              {listed.state !== 'valid' ? (
                <span className={styles.quiet}>{texts.reasons[listed.state]}</span>
              ) : isIn ? (
                <span className={styles.quiet}>
                  {listed.insideAt
                    ? texts.reasons.already_inside(clockTime(listed.insideAt, timeZone), listed.insideDoor ?? '')
                    : texts.reasons.already}
                </span>
              ) : (
                <Button variant="secondary" aria-label={words.admitTicket(name, label)} onClick={() => void admit(ticket)}>
                  {words.admit}
                </Button>
              )}
            </li>
          );
        })}
      </ul>
    </>
  );
}
