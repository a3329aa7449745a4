import type { DoorConflict } from '@concert/contracts/booking/door';
import { clockTime } from '@concert/contracts/core/time-in-words';
import { classNames } from '@concert/design-system/class-names.ts';
import { useEffect, useRef } from 'react';
import styles from './door.module.css';
import { signalOutcome } from './signals.ts';
import { texts as words } from './texts.ts';

interface ConflictsProps {
  /** Undefined until this device knows how the evening stands. */
  readonly known: readonly DoorConflict[] | undefined;
  readonly timeZone: string;
  readonly sound: boolean;
}

/** Tickets that came twice, newest first; a new one is told aloud. */
export function Conflicts({ known, timeZone, sound }: ConflictsProps) {
  const before = useRef<readonly DoorConflict[]>(undefined);
  useEffect(() => {
    if (!known) return;
    // What was there when the page opened is not announced.
    if (before.current && newConflicts(before.current, known).some(({ bothInside }) => bothInside)) signalOutcome('refused', sound);
    before.current = known;
  }, [known, sound]);
  return (
    <div aria-live="polite">
      {known && known.length > 0 && (
        <>
          <h2 className="size-3">{words.conflicts.title}</h2>
          <ul className="stack-12 plain-list apart-16">
            {known.map(({ id, ticket, reason, first, second, bothInside }) => (
              <li key={id} className={classNames(styles.conflict, bothInside && styles.serious)}>
                <p className="strong">{bothInside ? words.conflicts.inside : words.conflicts.refused}</p>
                <p>{words.ticket(ticket.seating, ticket.number, ticket.of)}</p>
                <p className="quiet figures">
                  {first && reason === 'already_inside'
                    ? words.conflicts.twice(first.door, clockTime(first.at, timeZone), second.door, clockTime(second.at, timeZone))
                    : words.conflicts.invalid(
                        second.door,
                        clockTime(second.at, timeZone),
                        reason === 'already_inside' ? words.reasons.already : words.reasons[reason],
                      )}
                </p>
                {(first?.byName ?? second.byName) && <p className="quiet figures">{words.conflicts.byName}</p>}
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}

/** Conflicts that this device has not shown yet. */
function newConflicts(before: readonly DoorConflict[], now: readonly DoorConflict[]): DoorConflict[] {
  return now.filter(({ id }) => !before.some((known) => known.id === id));
}
