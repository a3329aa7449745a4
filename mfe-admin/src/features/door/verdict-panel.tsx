import { NEED_WORDS, SPECIAL_SEAT_WORDS } from '@concert/contracts/booking/access';
import { clockTime } from '@concert/contracts/core/time-in-words';
import { Button } from '@concert/design-system/button.tsx';
import { classNames } from '@concert/design-system/class-names.ts';
import type { Verdict } from './door-list.ts';
import styles from './door.module.css';
import { texts as words } from './texts.ts';

interface VerdictPanelProps {
  readonly verdict: Verdict | undefined;
  readonly busy: boolean;
  readonly timeZone: string;
  /** How to undo the last admission, as long as that is offered. */
  readonly undo: { readonly of: string; readonly run: () => void } | undefined;
}

/** The answer to the last code, large enough to be read at arm's length. Only an answer is read out, not that the next one can come. */
export function VerdictPanel({ verdict, busy, timeZone, undo }: VerdictPanelProps) {
  return (
    <div className={styles.answer}>
      <div role="status" aria-live="assertive" aria-atomic="true">
        {verdict && (
          <div key={verdict.scanId} className={classNames(styles.verdict, verdict.admitted ? styles.admitted : styles.refused)}>
            <svg viewBox="0 0 48 48" className={`drawn ${styles.mark}`} aria-hidden="true" focusable="false">
              <path d={verdict.admitted ? 'M8 26 20 38 41 12' : 'M11 11 37 37M37 11 11 37'} />
            </svg>
            <div>
              <p className={styles.outcome}>{outcomeOf(verdict)}</p>
              {verdict.party && <p className={`strong anywhere ${styles.reason}`}>{verdict.party.name}</p>}
              <p className={`strong anywhere ${styles.reason}`}>{reasonOf(verdict, timeZone)}</p>
              {verdict.ticket && <p>{ticketsInWords(verdict)}</p>}
              <Signs tickets={verdict.party?.tickets ?? (verdict.admitted && verdict.ticket ? [verdict.ticket] : [])} />
              {verdict.admitted && verdict.ticket?.disputed && <p className="strong">{words.disputed}</p>}
              {verdict.inside?.byName && <p className="strong">{words.insideByName}</p>}
              {verdict.rehearsed && <p className="small">{words.rehearsedBadge}</p>}
              {verdict.admitted && verdict.offline && !verdict.rehearsed && (
                <p className="small">{verdict.unlisted ? words.byDeviceUnlisted : words.byDevice}</p>
              )}
            </div>
          </div>
        )}
      </div>
      {!verdict && (
        <div className={classNames(styles.verdict, styles.ready)}>
          <p className={styles.outcome}>{words.ready}</p>
          <p className={`strong anywhere ${styles.reason}`}>{busy ? words.checking : words.readyText}</p>
        </div>
      )}
      {undo && (
        <Button variant="secondary" className={styles.undo} aria-label={words.undoOf(undo.of)} onClick={undo.run}>
          {words.undo}
        </Button>
      )}
    </div>
  );
}

/** Special seats and needs of those who were let in, for which the helper can prepare. */
function Signs({ tickets }: { tickets: readonly NonNullable<Verdict['ticket']>[] }) {
  const signs = tickets.flatMap(({ seat, needs = [] }) => [
    ...(seat ? [SPECIAL_SEAT_WORDS[seat]] : []),
    ...needs.map((need) => NEED_WORDS[need]),
  ]);
  return signs.length > 0 && <p className={`strong ${styles.signs}`}>{[...new Set(signs)].join(', ')}</p>;
}

/** Whose ticket it is, or how many they are. */
export function ticketsInWords({ ticket, party }: Verdict): string {
  if (party && party.of > 1) return words.tickets(party.of);
  return ticket ? words.ticket(ticket.seating, ticket.number, ticket.of) : '';
}

function outcomeOf({ admitted, reason, party }: Verdict): string {
  if (reason === 'undone' || reason === 'undone_here') return words.undone;
  if (reason === 'not_undone') return words.notUndone;
  if (party && !admitted && party.tickets.length > 0) return words.some(party.tickets.length, party.of);
  return admitted ? words.admitted : words.refused;
}

function reasonOf({ admitted, reason, inside }: Verdict, timeZone: string): string {
  if (admitted) return words.welcome;
  if (reason === 'already_inside' && inside) return words.reasons.already_inside(clockTime(inside.at, timeZone), inside.door);
  return reason && reason !== 'already_inside' ? words.reasons[reason] : words.reasons.already;
}
