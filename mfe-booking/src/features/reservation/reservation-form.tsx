import type { ConcertView } from '@concert/contracts/booking/http';
import type { HeldForYou as Held } from '@concert/contracts/booking/reserving';
import type { Seating } from '@concert/contracts/booking/seating';
import { formatMoney } from '@concert/contracts/core/money';
import { timeInWords } from '@concert/contracts/core/time-in-words';
import { Notice } from '@concert/design-system/notice.tsx';
import { Skeleton } from '@concert/design-system/skeleton.tsx';
import type { Session } from '@concert/web-kit/session.tsx';
import { useEffect } from 'react';
import type { OwnBookings } from '../bookings/use-own-bookings.ts';
import { texts } from '../../texts.ts';
import { WaitLink } from '../booking-display/wait-link.tsx';
import { BuyerForm } from './buyer-form.tsx';
import { hasSeats } from './choice.ts';
import { HallPlan } from './hall-plan.tsx';
import styles from './reservation.module.css';
import { SeatingCards } from './seating-cards.tsx';
import type { Reservation } from './use-reservation.ts';
import { useSeatChoice } from './use-seat-choice.ts';
import { WaitingBookings } from './waiting-bookings.tsx';
import { texts as codeTexts } from './code-texts.ts';

const { soldOut } = texts.reserve;

export interface ReservationFormProps {
  concert: ConcertView;
  session: Session;
  reservation: Reservation;
  leave: (href: string) => void;
  refreshConcert: () => Promise<void>;
  /** The buyer's bookings, of which some may wait for their payment. */
  own: OwnBookings;
  /** Tells the page which category its heading names. */
  onSeating: (seating: Seating) => void;
}

/** Choose seats, say who comes, go to pay. */
export function ReservationForm({ concert, session, reservation, leave, refreshConcert, own, onSeating }: ReservationFormProps) {
  const seats = useSeatChoice(concert, session?.email, reservation);
  const seating = seats?.category.seating;

  useEffect(() => {
    if (seating) onSeating(seating);
  }, [onSeating, seating]);

  const { progress, startOver } = reservation;
  const inHand = progress.at === 'waiting' || progress.at === 'unpaid' ? progress.held.id : undefined;
  const changed = () => {
    startOver();
    own.changed();
    void refreshConcert();
  };

  return (
    <>
      <HeldForYou held={reservation.offered} timeZone={concert.timeZone} />
      <WaitingBookings
        own={own}
        except={inHand}
        focused={reservation.isBack}
        timeZone={concert.timeZone}
        onChanged={refreshConcert}
        leave={leave}
      />
      <div className={`stack-32 ${styles.choosing}`}>
        <HallPlan categories={concert.categories} chosen={seating} />
        <SeatingCards categories={concert.categories} chosen={seating} onChoose={(next) => seats?.choose(next)} />
      </div>
      {seats &&
        concert.categories.some(hasSeats) &&
        concert.categories
          .filter(({ left, waiting }) => left === 0 || waiting)
          .map(({ seating: of, label, waiting }) => (
            <p key={of}>
              {waiting ? soldOut.waited(label) : soldOut.of(label)} <WaitLink seating={of} plain />
            </p>
          ))}
      {!seats && (
        <>
          <noscript>{texts.reserve.scripts}</noscript>
          <Skeleton shape="field" count={6} label={texts.loading} />
        </>
      )}
      {seats && concert.categories.some(hasSeats) && (
        <BuyerForm concert={concert} session={session} seats={seats} reservation={reservation} onChanged={changed} />
      )}
    </>
  );
}

/** Seats that somebody held for the address of who is signed in: whose name was typed, and that nothing of it counts. */
function HeldForYou({ held, timeZone }: { held: readonly Held[]; timeZone: string }) {
  if (held.length === 0) return null;
  return (
    <Notice tone="warn" title={codeTexts.held.title} titleAs="h2">
      <ul>
        {held.map(({ name, seating, notickets, amount, holdEndsAt }) => (
          <li key={`${name} ${seating} ${holdEndsAt}`}>
            {codeTexts.held.line(texts.seats(notickets, seating), formatMoney(amount), name, timeInWords(holdEndsAt, timeZone))}
          </li>
        ))}
      </ul>
      <p>{codeTexts.held.next}</p>
    </Notice>
  );
}
