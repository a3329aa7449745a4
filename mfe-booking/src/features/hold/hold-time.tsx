import { Button } from '@concert/design-system/button.tsx';
import { useCallback, useState } from 'react';
import { texts } from '../../texts.ts';
import { seatsOf } from '../booking-display/booking-display.ts';
import { HoldCountdown } from './hold-countdown.tsx';
import styles from './hold-time.module.css';
import { useMoreTime, type HoldEnd, type KeptBooking } from './use-more-time.ts';

const words = texts.hold;

interface HoldTimeProps {
  booking: KeptBooking;
  /** Whether the reader can pay it now; else no time is needed for that. */
  payable: boolean;
  onEnd: () => void;
  onProlonged: (end: HoldEnd) => void;
}

/** How long seats are kept, and more time for whoever needs it. */
export function HoldTime({ booking, payable, onEnd, onProlonged }: HoldTimeProps) {
  const { id, holdEndsAt, moreTimes = 0 } = booking;
  const [given, setGiven] = useState<HoldEnd>();
  // What was given counts until the screen has read it again.
  const end = given && given.holdEndsAt > holdEndsAt ? given : { holdEndsAt, moreTimes };
  const { busy, failure, ask } = useMoreTime({ ...booking, ...end }, (now) => {
    setGiven(now);
    onProlonged(now);
  });
  const focused = useCallback((note: HTMLElement | null) => note?.focus(), []);
  const offered = payable && (end.moreTimes ?? 0) > 0;
  const what = seatsOf(booking);

  return (
    <span className={styles.time}>
      <HoldCountdown key={id} what={what} endsAt={end.holdEndsAt} hasMore={offered} onEnd={onEnd} />
      {offered && (
        <Button variant="plain" busy={busy} busyText={words.moreBusy} aria-label={words.moreFor(what)} onClick={() => void ask()}>
          {words.more}
        </Button>
      )}
      {/* The button that had the focus is gone. */}
      {payable && given && !offered && (
        <span ref={focused} tabIndex={-1}>
          {words.lastTime}
        </span>
      )}
      {failure && (
        <span className="bad strong grow-16" role="alert">
          {failure}
        </span>
      )}
    </span>
  );
}
