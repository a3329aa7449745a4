import { NEED_WORDS, SPECIAL_SEAT_WORDS } from '@concert/contracts/booking/access';
import { clockTime } from '@concert/contracts/core/time-in-words';
import { classNames } from '@concert/design-system/class-names.ts';
import type { Verdict } from './door-list.ts';
import styles from './door.module.css';
import { texts as words } from './texts.ts';

/** The answer to the last code, large enough to be read at arm's length. Only an answer is read out, not that the next one can come. */
export function VerdictPanel({ verdict, busy, timeZone }: { verdict: Verdict | undefined; busy: boolean; timeZone: string }) {
  return (
    <div className={styles.answer}>
      <div role="status" aria-live="assertive" aria-atomic="true">
        {verdict && (
          <div key={verdict.scanId} className={classNames(styles.verdict, verdict.admitted ? styles.admitted : styles.refused)}>
            <svg viewBox="0 0 48 48" className={styles.mark} aria-hidden="true" focusable="false">
              <path d={verdict.admitted ? 'M8 26 20 38 41 12' : 'M11 11 37 37M37 11 11 37'} />
            </svg>
            <div>
              <p className={styles.outcome}>{verdict.admitted ? words.admitted : words.refused}</p>
              <p className={styles.reason}>{reasonOf(verdict, timeZone)}</p>
              {verdict.ticket && <p>{words.ticket(verdict.ticket.seating, verdict.ticket.number, verdict.ticket.of)}</p>}
              {verdict.admitted && verdict.ticket && <Signs ticket={verdict.ticket} />}
              {verdict.admitted && verdict.ticket?.disputed && <p className="strong">{words.disputed}</p>}
              {verdict.admitted && verdict.byName && <p className="small">{words.byName}</p>}
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
          <p className={styles.reason}>{busy ? words.checking : words.readyText}</p>
        </div>
      )}
    </div>
  );
}

/** The ticket's special seat and its holder's needs, for which the helper can prepare. */
function Signs({ ticket: { seat, needs = [] } }: { ticket: NonNullable<Verdict['ticket']> }) {
  const signs = [...(seat ? [SPECIAL_SEAT_WORDS[seat]] : []), ...needs.map((need) => NEED_WORDS[need])];
  return signs.length > 0 && <p className={styles.signs}>{signs.join(', ')}</p>;
}

function reasonOf({ admitted, reason, inside }: Verdict, timeZone: string): string {
  if (admitted) return words.welcome;
  if (reason === 'already_inside' && inside) return words.reasons.already_inside(clockTime(inside.at, timeZone), inside.door);
  return reason && reason !== 'already_inside' ? words.reasons[reason] : words.reasons.already;
}
