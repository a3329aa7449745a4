import { NEED_WORDS, SPECIAL_SEAT_WORDS } from '@concert/contracts/booking/access';
import type { DoorConflict } from '@concert/contracts/booking/door';
import { clockTime } from '@concert/contracts/core/time-in-words';
import { Button } from '@concert/design-system/button.tsx';
import { classNames } from '@concert/design-system/class-names.ts';
import { TextField } from '@concert/design-system/field.tsx';
import { LinkButton } from '@concert/design-system/link-button.tsx';
import { Notice } from '@concert/design-system/notice.tsx';
import { StatusBadge } from '@concert/design-system/status-badge.tsx';
import { loginPath } from '@concert/web-kit/redirects.ts';
import { useEffect, useRef, useState, type FormEvent } from 'react';
import { Link } from 'react-router-dom';
import { texts } from '../../texts.ts';
import { Camera } from './camera.tsx';
import { DevicePanel } from './device-panel.tsx';
import type { Verdict } from './door-list.ts';
import styles from './door.module.css';
import { newConflicts, type GateState } from './gate.ts';
import { allowSound, signal } from './signals.ts';
import { texts as words } from './texts.ts';
import { useDevice } from './use-device.ts';
import { useGate } from './use-gate.ts';

/** Admitting people: the answer to the last code comes first, everything else below it. */
export function DoorScreen() {
  const { gate, state } = useGate();
  const device = useDevice();
  const [verdict, setVerdict] = useState<Verdict>();
  const [busy, setBusy] = useState(false);
  const queue = useRef(Promise.resolve());
  const timeZone = state.door?.concert.timeZone ?? 'UTC';

  /* One code after the other: two in quick succession get two answers, in their order. */
  const scan = (code: string) => {
    queue.current = queue.current.then(async () => {
      setBusy(true);
      const decided = await gate.scan(code, device.name.trim() || words.device.first);
      setBusy(false);
      setVerdict(decided);
      signal(decided.admitted ? 'admitted' : 'refused', device.sound);
    });
  };

  return (
    <div className={styles.door}>
      <Standing state={state} />
      <div className={styles.work}>
        <section className={styles.scanning} aria-label={words.scanning}>
          <VerdictPanel verdict={verdict} busy={busy} timeZone={timeZone} />
          <Camera onCode={scan} />
          <TypedCode onCode={scan} />
        </section>
        <section className={styles.side} aria-label={words.device.title}>
          <Count state={state} />
          <Conflicts conflicts={state.door?.conflicts ?? []} timeZone={timeZone} sound={device.sound} />
          <DevicePanel device={device} gate={gate} state={state} />
        </section>
      </div>
    </div>
  );
}

/** Whether the server decides or this device, in words that say what to do. */
function Standing({ state }: { state: GateState }) {
  const { reach, waiting, list } = state;
  if (reach === 'signed-out') {
    return (
      <Notice
        tone="warn"
        live="assertive"
        title={words.signedOut}
        action={
          <LinkButton as={Link} to={loginPath('/door')}>
            {texts.login}
          </LinkButton>
        }
      >
        {words.signedOutText}
      </Notice>
    );
  }
  if (state.forbidden) return <Notice tone="bad" live="assertive" title={words.forbidden} />;
  if (reach === 'offline') {
    return (
      <Notice tone={list ? 'warn' : 'bad'} live="polite" title={list ? words.offline : words.offlineBlind}>
        {list ? words.offlineText(waiting.length) : words.offlineBlindText}
      </Notice>
    );
  }
  const concert = state.door?.concert;
  if (concert?.closed) {
    return (
      <Notice tone="bad" live="polite" title={words.reasons[concert.closed.reason]}>
        {concert.closed.reason === 'concert_postponed' && concert.dateText}
      </Notice>
    );
  }
  return (
    <p className={styles.standing} role="status">
      <StatusBadge tone={reach === 'online' ? 'good' : 'waiting'}>{words.reach[reach]}</StatusBadge>{' '}
      {waiting.length > 0 ? words.sending(waiting.length) : ''}
    </p>
  );
}

function VerdictPanel({ verdict, busy, timeZone }: { verdict: Verdict | undefined; busy: boolean; timeZone: string }) {
  return (
    <div role="status" aria-live="assertive" aria-atomic="true" className={styles.verdictRegion}>
      {verdict ? (
        <div key={verdict.scanId} className={classNames(styles.verdict, verdict.admitted ? styles.admitted : styles.refused)}>
          <svg viewBox="0 0 48 48" className={styles.mark} aria-hidden="true" focusable="false">
            <path d={verdict.admitted ? 'M8 26 20 38 41 12' : 'M11 11 37 37M37 11 11 37'} />
          </svg>
          <div>
            <p className={styles.outcome}>{verdict.admitted ? words.admitted : words.refused}</p>
            <p className={styles.reason}>{reasonOf(verdict, timeZone)}</p>
            {verdict.ticket && (
              <p className={styles.ticket}>{words.ticket(verdict.ticket.seating, verdict.ticket.number, verdict.ticket.of)}</p>
            )}
            {verdict.admitted && verdict.ticket && <Signs ticket={verdict.ticket} />}
            {verdict.admitted && verdict.ticket?.disputed && <p className={styles.note}>{words.disputed}</p>}
            {verdict.offline && <p className={styles.by}>{verdict.unlisted ? words.byDeviceUnlisted : words.byDevice}</p>}
          </div>
        </div>
      ) : (
        <div className={classNames(styles.verdict, styles.ready)}>
          <p className={styles.outcome}>{words.ready}</p>
          <p className={styles.reason}>{busy ? words.checking : words.readyText}</p>
        </div>
      )}
    </div>
  );
}

/** What the helper can prepare for. */
function Signs({ ticket: { seat, needs = [] } }: { ticket: NonNullable<Verdict['ticket']> }) {
  const signs = [...(seat ? [SPECIAL_SEAT_WORDS[seat]] : []), ...needs.map((need) => NEED_WORDS[need])];
  return signs.length > 0 && <p className={styles.signs}>{signs.join(', ')}</p>;
}

function reasonOf({ admitted, reason, inside }: Verdict, timeZone: string): string {
  if (admitted) return words.welcome;
  if (reason === 'already_inside' && inside) return words.reasons.already_inside(clockTime(inside.at, timeZone), inside.door);
  return reason && reason !== 'already_inside' ? words.reasons[reason] : words.reasons.already;
}

function TypedCode({ onCode }: { onCode: (code: string) => void }) {
  const [code, setCode] = useState('');
  const [error, setError] = useState('');
  const form = useRef<HTMLFormElement>(null);
  const focus = () => form.current?.querySelector('input')?.focus();
  const submit = (submitted: FormEvent) => {
    submitted.preventDefault();
    allowSound();
    if (code.trim() === '') {
      setError(words.typed.required);
      focus();
      return;
    }
    setError('');
    onCode(code.trim());
    setCode('');
    focus();
  };
  return (
    <form ref={form} className={styles.typed} noValidate onSubmit={submit}>
      <TextField
        label={words.typed.label}
        hint={words.typed.hint}
        name="code"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={600}
        value={code}
        error={error}
        onChange={(change) => setCode(change.target.value)}
      />
      <Button type="submit" variant="secondary">
        {words.typed.check}
      </Button>
    </form>
  );
}

function Count({ state }: { state: GateState }) {
  const { door, waiting } = state;
  if (!door) return null;
  const inside = door.inside + waiting.length;
  return (
    <div className={styles.count}>
      <p>
        <strong>{inside}</strong> {words.inside(inside)}
      </p>
      <p className={styles.quiet}>{words.expected(door.expected)}</p>
      <progress
        className={styles.progress}
        value={Math.min(inside, door.expected)}
        max={Math.max(1, door.expected)}
        aria-label={words.progress}
      />
    </div>
  );
}

function Conflicts({ conflicts, timeZone, sound }: { conflicts: readonly DoorConflict[]; timeZone: string; sound: boolean }) {
  const before = useRef<readonly DoorConflict[]>(undefined);
  useEffect(() => {
    // What was there when the page opened is not announced.
    if (before.current && newConflicts(before.current, conflicts).some(({ bothInside }) => bothInside)) signal('refused', sound);
    before.current = conflicts;
  }, [conflicts, sound]);
  return (
    <div aria-live="polite">
      {conflicts.length > 0 && (
        <>
          <h2 className={styles.heading}>{words.conflicts.title}</h2>
          <ul className={styles.conflicts}>
            {conflicts.map(({ id, ticket, reason, first, second, bothInside }) => (
              <li key={id} className={classNames(styles.conflict, bothInside && styles.serious)}>
                <p className={styles.strong}>{bothInside ? words.conflicts.inside : words.conflicts.refused}</p>
                <p>{words.ticket(ticket.seating, ticket.number, ticket.of)}</p>
                <p className={styles.quiet}>
                  {first && reason === 'already_inside'
                    ? words.conflicts.twice(first.door, clockTime(first.at, timeZone), second.door, clockTime(second.at, timeZone))
                    : words.conflicts.invalid(
                        second.door,
                        clockTime(second.at, timeZone),
                        reason === 'already_inside' ? words.reasons.already : words.reasons[reason],
                      )}
                </p>
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}
