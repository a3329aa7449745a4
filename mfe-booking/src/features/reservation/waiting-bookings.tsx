import { timeInWords } from '@concert/contracts/core/time-in-words';
import { Notice } from '@concert/design-system/notice.tsx';
import { useCallback, useEffect, useRef } from 'react';
import { texts } from '../../texts.ts';
import type { OwnBookings } from '../bookings/use-own-bookings.ts';
import { HoldTime } from '../hold/hold-time.tsx';
import { PayOrGiveUp } from '../hold/pay-or-give-up.tsx';
import { amountOf, isHeld } from '../booking-display/booking-display.ts';

const words = texts.reserve.waiting;

export interface WaitingBookingsProps {
  own: OwnBookings;
  /** A booking that the form below already shows. */
  except: string | undefined;
  /** Whether the first of them takes the focus, because the browser shows the page where it was left: at the button that was pressed. */
  focused: boolean;
  timeZone: string;
  /** What is left in the categories may have changed. */
  onChanged: () => Promise<void>;
  leave: (href: string) => void;
}

/** Pending bookings of this buyer, from here or another device, before anything new is chosen. */
export function WaitingBookings({ own, except, focused, timeZone, onChanged, leave }: WaitingBookingsProps) {
  const { value: bookings = [], readAt, changed: readAgain } = own;
  const changed = useCallback(() => {
    readAgain();
    void onChanged();
  }, [onChanged, readAgain]);

  const waiting = bookings.filter((booking) => isHeld(booking, readAt)).filter(({ id }) => id !== except);
  const isWaiting = waiting.length > 0;
  const news = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (focused && isWaiting) news.current?.focus();
  }, [focused, isWaiting]);
  if (!isWaiting) return null;
  const notices = waiting.map((booking) => (
    <Notice
      key={booking.id}
      tone="warn"
      title={words.title}
      titleAs="h2"
      action={<PayOrGiveUp booking={booking} payable onChanged={changed} leave={leave} />}
    >
      <p>{words.text(booking.seating, booking.notickets, amountOf(booking), timeInWords(booking.holdEndsAt, timeZone))}</p>
      <p>
        <HoldTime booking={booking} payable onEnd={changed} onProlonged={changed} />
      </p>
    </Notice>
  ));
  return (
    <div ref={news} tabIndex={-1} data-news="" className="stack-24">
      {notices}
    </div>
  );
}
