import { SPECIAL_SEAT_WORDS, type SpecialSeat } from '@concert/contracts/booking/access';
import { spokenCode, TICKET_CODE_ERROR_CORRECTION } from '@concert/contracts/booking/ticket-code';
import { isInsideApp } from '@concert/contracts/core/in-app-browser';
import { pageAt } from '@concert/contracts/site/pages';
import { Checkbox } from '@concert/design-system/checkbox.tsx';
import { QrCode } from '@concert/design-system/qr-code.tsx';
import { useWakeLock } from '@concert/web-kit/use-wake-lock.ts';
import { useRef, useState, useEffect, type KeyboardEvent } from 'react';
import { texts } from '../../texts.ts';
import { words as giveBackWords } from '../give-back/words.ts';
import styles from './booking-tickets.module.css';
import { ticketWords } from './ticket-words.ts';
import { browserCopyStore } from './copy-store.ts';

const words = texts.details;

export interface TicketCodesProps {
  tickets: readonly { number: number; code: string; seat?: SpecialSeat | undefined }[];
  /** How many there were before any was given back. */
  of: number;
  seating: string;
  /** Numbers of those that are given back. */
  returning?: readonly number[] | undefined;
}

/**
 * A code for each person who is admitted, to be read by a device and by a person. Where there is little room they stand side by side, one to be seen
 * at a time: swiped, stepped through by the buttons below, or by the arrow keys.
 */
export function TicketCodes({ tickets, of, seating, returning = [] }: TicketCodesProps) {
  const list = useRef<HTMLOListElement>(null);
  const [shown, setShown] = useState(0);
  const several = tickets.length > 1;
  const stepTo = (index: number) => {
    if (list.current && tickets[index]) list.current.scrollLeft = index * list.current.clientWidth;
  };
  const stepByKey = (press: KeyboardEvent) => {
    if (press.key !== 'ArrowRight' && press.key !== 'ArrowLeft') return;
    press.preventDefault();
    stepTo(shown + (press.key === 'ArrowRight' ? 1 : -1));
  };
  return (
    <div className="stack-12 one-column">
      <ol
        ref={list}
        className={`plain-list stack-24 ${styles.tickets}`}
        aria-label={ticketWords.codes}
        tabIndex={several ? 0 : undefined}
        onKeyDown={stepByKey}
        onScroll={({ currentTarget: { scrollLeft, clientWidth } }) => setShown(Math.round(scrollLeft / clientWidth))}
      >
        {tickets.map((ticket) => (
          <li key={ticket.number} className={styles.ticket}>
            <p className={styles.number}>{words.ticket(ticket.number, of)}</p>
            {returning.includes(ticket.number) && <p className="strong small">{giveBackWords.returning}</p>}
            <QrCode text={ticket.code} level={TICKET_CODE_ERROR_CORRECTION} label={words.qrLabel(ticket.number, of)} />
            <p className="quiet">{ticket.seat ? `${seating}, ${SPECIAL_SEAT_WORDS[ticket.seat]}` : seating}</p>
            <p className={`quiet ${styles.spoken}`} translate="no">
              {spokenCode(ticket.code)}
            </p>
          </li>
        ))}
      </ol>
      {several && (
        <div className={styles.stepper}>
          <Step label={ticketWords.previous} path="m15 5-7 7 7 7" end={shown === 0} onPress={() => stepTo(shown - 1)} />
          <p role="status">
            <span className="visually-hidden">{ticketWords.ticket} </span>
            {ticketWords.place(tickets[shown]?.number ?? 1, of)}
          </p>
          <Step label={ticketWords.next} path="m9 5 7 7-7 7" end={shown === tickets.length - 1} onPress={() => stepTo(shown + 1)} />
        </div>
      )}
      <p className="quiet">{words.lede}</p>
      <KeepBright />
      <KeepNote />
    </div>
  );
}

/** A button of the stepper. At an end it keeps its place and the focus, and does nothing. */
function Step({ label, path, end, onPress }: { label: string; path: string; end: boolean; onPress: () => void }) {
  return (
    <button type="button" className={styles.step} aria-label={label} aria-disabled={end || undefined} onClick={onPress}>
      <svg viewBox="0 0 24 24" className="drawn" aria-hidden="true" focusable="false">
        <path d={path} />
      </svg>
    </button>
  );
}

/** Keeps a phone from dimming while somebody waits in line. Browsers that cannot are not offered it. */
function KeepBright() {
  const [on, setOn] = useState(false);
  useWakeLock(on);
  if (!('wakeLock' in navigator)) return null;
  return (
    <div className={styles.bright}>
      <Checkbox id="keep-bright" label={ticketWords.keepBright} checked={on} onCheck={setOn} />
    </div>
  );
}

type Kept = 'never' | 'for-a-time' | 'kept';

/** Whether this page opens without network later. Apps that show pages inside keep nothing, and most browsers forget what nobody visits. */
async function howKept(): Promise<Kept> {
  // Another page that shows codes leads to the one that is kept.
  if (!pageAt(window.location.pathname)?.offline) return 'kept';
  // Only the address that opens the tickets by itself is kept.
  const opensByItself = new URLSearchParams(window.location.search).has('ref2');
  if (!opensByItself || isInsideApp() || !('serviceWorker' in navigator)) return 'never';
  try {
    await Promise.all([navigator.serviceWorker.getRegistration(), browserCopyStore().get('')]);
    return (await navigator.storage.persisted()) ? 'kept' : 'for-a-time';
  } catch {
    return 'never';
  }
}

/** Says where this page will not open without network, or not for long, and where else to keep the codes. */
export function KeepNote() {
  const [kept, setKept] = useState<Kept>('kept');
  useEffect(() => {
    let current = true;
    void howKept().then((found) => current && setKept(found));
    return () => {
      current = false;
    };
  }, []);
  return kept !== 'kept' && <p className="quiet">{kept === 'never' ? ticketWords.notKept : ticketWords.keptForATime}</p>;
}
