import { doorNameField } from '@concert/contracts/booking/door';
import { Button } from '@concert/design-system/button.tsx';
import { Notice } from '@concert/design-system/notice.tsx';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { Camera } from './camera.tsx';
import { Conflicts } from './conflicts.tsx';
import { DevicePanel } from './device-panel.tsx';
import styles from './door.module.css';
import type { ScannerState } from './scanner-state.ts';
import type { OfflineScanner } from './offline-scanner.ts';
import { LostTicket } from './lost-ticket.tsx';
import { allowSound } from './signals.ts';
import { SeatsBack } from './seats-back.tsx';
import { ConnectionNotice } from './connection-notice.tsx';
import { texts as words } from './texts.ts';
import { TypedCode } from './typed-code.tsx';
import { useAnswers } from './use-answers.ts';
import { useDevice } from './use-device.ts';
import { useOfflineScanner } from './use-offline-scanner.ts';
import { ticketsInWords, VerdictPanel } from './verdict-panel.tsx';

/**
 * Admitting people, in one tab of this device.
 * @param children what stands below, shown when the evening is known
 */
export function DoorScreen({ children }: { children: ReactNode }) {
  const { scanner, state, elsewhere, take } = useOfflineScanner();
  const known = useKnown(state);
  if (!scanner && !elsewhere) return null;
  return (
    <>
      {scanner ? (
        <OpenDoor scanner={scanner} state={state} known={known} />
      ) : (
        <Notice tone="warn" live="polite" title={words.elsewhere} action={<Button onClick={take}>{words.useHere}</Button>}>
          {words.elsewhereText}
        </Notice>
      )}
      {(elsewhere || known) && children}
    </>
  );
}

/** Whether the evening is known, or was looked for in vain: what stands below its count waits for this, or it would be pushed down. */
function useKnown({ door, reach }: ScannerState): boolean {
  const [known, setKnown] = useState(false);
  if (!known && (door !== undefined || reach !== 'looking')) setKnown(true);
  return known;
}

/** Beginning to make sounds takes a while, so it is not left to the first scan: the first key or press allows it. */
function useSoundSoon(): void {
  useEffect(() => {
    const once = { once: true };
    window.addEventListener('keydown', allowSound, once);
    window.addEventListener('pointerup', allowSound, once);
    return () => {
      window.removeEventListener('keydown', allowSound);
      window.removeEventListener('pointerup', allowSound);
    };
  }, []);
}

/** Between the answer and what was found below it, in pixels. */
const GAP = 12;

/** The answer to the last code comes first, everything else below it. */
function OpenDoor({ scanner, state, known }: { scanner: OfflineScanner; state: ScannerState; known: boolean }) {
  const device = useDevice();
  const answer = useRef<HTMLDivElement>(null);
  const timeZone = state.door?.concert.timeZone ?? 'UTC';
  const named = doorNameField.safeParse(device.name);
  const door = named.success ? named.data : words.device.first;

  useSoundSoon();
  const { verdict, busy, undoable, undone, scan, scanTyped, admit, undo } = useAnswers(scanner, device, door, answer);
  /* What was found stands right below the answer, which stays in view. */
  const showFound = (found: HTMLElement) => {
    found.style.scrollMarginTop = `${(answer.current?.offsetHeight ?? 0) + GAP}px`;
    found.focus({ preventScroll: true });
    found.scrollIntoView({ block: 'start' });
  };

  return (
    <div className="stack-24">
      <ConnectionNotice state={state} />
      {device.rehearsing && (
        <Notice tone="warn" live="assertive" title={words.rehearsal}>
          {words.rehearsalText}
        </Notice>
      )}
      <div className={`stack-32 ${styles.work}`}>
        <section className="stack-16" aria-label={words.scanning}>
          <Camera onCode={scan} answer={answer}>
            <VerdictPanel
              verdict={verdict}
              busy={busy}
              timeZone={timeZone}
              undo={undoable && { of: undoable.party?.name ?? ticketsInWords(undoable), run: undo }}
            />
          </Camera>
          <TypedCode onCode={scanTyped} />
          {!device.rehearsing && !state.ended && !state.forbidden && (
            <LostTicket
              door={door}
              offline={state.reach === 'offline'}
              onAdmit={admit}
              onFound={showFound}
              undone={undone}
              timeZone={timeZone}
            />
          )}
        </section>
        {known && (
          <section className="stack-24" aria-label={words.device.title}>
            <Count state={state} />
            <SeatsBack />
            <Conflicts known={state.door?.conflicts} timeZone={timeZone} sound={device.sound} />
            <DevicePanel device={device} scanner={scanner} state={state} />
          </section>
        )}
      </div>
    </div>
  );
}

function Count({ state }: { state: ScannerState }) {
  const { door, waiting } = state;
  // Nobody waits for figures of an evening that does not take place.
  if (!door || door.concert.closed?.reason === 'concert_cancelled') return null;
  const inside = door.inside + waiting.filter(({ undone }) => !undone).length;
  return (
    <div className={styles.count}>
      <p>
        <strong>{inside}</strong> {words.inside(inside)}
      </p>
      <p className="quiet figures">{words.expected(door.expected)}</p>
      <progress
        className={styles.progress}
        value={Math.min(inside, door.expected)}
        max={Math.max(1, door.expected)}
        aria-label={words.progress}
      />
    </div>
  );
}
