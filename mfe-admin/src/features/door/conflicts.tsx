import type { DoorConflict } from '@concert/contracts/booking/door';
import { clockTime } from '@concert/contracts/core/time-in-words';
import { classNames } from '@concert/design-system/class-names.ts';
import { useEffect, useRef } from 'react';
import styles from './door.module.css';
import { newConflicts } from './gate.ts';
import { signal } from './signals.ts';
import { texts as words } from './texts.ts';

/** Tickets that came twice, newest first; a new one is told aloud. */
export function Conflicts({ conflicts, timeZone, sound }: { conflicts: readonly DoorConflict[]; timeZone: string; sound: boolean }) {
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
