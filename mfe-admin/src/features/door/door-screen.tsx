import { Button } from '@concert/design-system/button.tsx';
import { TextField } from '@concert/design-system/field.tsx';
import { Notice } from '@concert/design-system/notice.tsx';
import { useEffect, useRef, useState, type FormEvent } from 'react';
import { Camera } from './camera.tsx';
import { Conflicts } from './conflicts.tsx';
import { DevicePanel } from './device-panel.tsx';
import type { Verdict, WaitingScan } from './door-list.ts';
import styles from './door.module.css';
import type { GateState } from './gate.ts';
import { allowSound, signal } from './signals.ts';
import { Standing } from './standing.tsx';
import { texts as words } from './texts.ts';
import { useDevice } from './use-device.ts';
import { useGate } from './use-gate.ts';
import { VerdictPanel } from './verdict-panel.tsx';

/** Admitting people: the answer to the last code comes first, everything else below it. */
export function DoorScreen() {
  const { gate, state } = useGate();
  const device = useDevice();
  const [verdict, setVerdict] = useState<Verdict>();
  const [busy, setBusy] = useState(false);
  const queue = useRef(Promise.resolve());
  const rehearsed = useRef<readonly WaitingScan[]>([]);
  const timeZone = state.door?.concert.timeZone ?? 'UTC';

  /* Read when a code's turn comes: a scan that was waiting then is what the switch says by then. */
  const rehearsing = useRef(false);
  useEffect(() => {
    rehearsing.current = device.rehearsing;
    rehearsed.current = [];
    setVerdict(undefined);
  }, [device.rehearsing]);
  const tryOut = async (code: string, door: string) => {
    const { verdict: decided, scans } = await gate.rehearse(code, door, rehearsed.current);
    rehearsed.current = scans;
    return decided;
  };

  /* One code after the other: two in quick succession get two answers, in their order. */
  const scan = (code: string) => {
    queue.current = queue.current.then(async () => {
      setBusy(true);
      const door = device.name.trim() || words.device.first;
      const decided = rehearsing.current ? await tryOut(code, door) : await gate.scan(code, door);
      setBusy(false);
      setVerdict(decided);
      signal(decided.admitted ? 'admitted' : 'refused', device.sound);
    });
  };

  return (
    <div className={styles.door}>
      <Standing state={state} />
      {device.rehearsing && (
        <Notice tone="warn" live="assertive" title={words.rehearsal}>
          {words.rehearsalText}
        </Notice>
      )}
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
