import type { Seating } from '@concert/contracts/booking/seating';
import type { ProblemDocument } from '@concert/contracts/core/problem';
import { problemText } from '@concert/web-kit/problem-text.ts';
import { useCallback, useEffect, useRef, useState, type RefObject } from 'react';
import { bookingApi } from '../../clients.ts';
import { PRESS_AGAIN, wait, type Waits } from '../../settings.ts';
import { texts } from '../../texts.ts';
import { AttemptKeys } from '@concert/web-kit/attempt-keys.ts';
import { isUnknown, openPaymentPage, storeBooking, type PayableBooking } from '../payment-page/payment-page.ts';
import { amountOf } from '../booking-display/booking-display.ts';
import { storeReservation, type ReservationBody } from './reservation.ts';

/** A booking whose seats are kept for this buyer and that waits for its payment. */
export interface HeldBooking extends PayableBooking {
  readonly holdEndsAt: string;
}

/** Where the way to the payment page stands. */
export type Progress =
  | { readonly at: 'form' }
  | { readonly at: 'busy' }
  /** Nothing is reserved, and why. */
  | { readonly at: 'refused'; readonly text: string; readonly signedOut: boolean }
  /** An older booking of this buyer in this category is offered again; it differs from what was asked for. */
  | { readonly at: 'waiting'; readonly held: HeldBooking }
  /** Seats in this category were bought minutes ago: whether these shall be bought as well is asked. */
  | { readonly at: 'asked'; readonly body: ReservationBody; readonly bought: string }
  /** The seats are kept, the payment page did not open. */
  | { readonly at: 'unpaid'; readonly text: string; readonly held: HeldBooking };

export interface ReservationPorts {
  readonly waits: Waits;
  readonly canvas: RefObject<HTMLCanvasElement | null>;
  /** Goes to the payment page. */
  readonly leave: (href: string) => void;
  /** Called when seats or prices turned out to be different from what the page shows. */
  readonly refreshConcert: () => Promise<void>;
}

/** How far a reservation has come, and the acts that carry it on. */
export interface Reservation {
  readonly progress: Progress;
  /** Reserves what the form says and goes to pay. */
  readonly reserve: (body: ReservationBody) => Promise<void>;
  /** Pays for seats that are kept already. */
  readonly pay: (held: HeldBooking) => Promise<void>;
  /** Back to the form, for example because something in it was changed. */
  readonly startOver: () => void;
}

/** What was bought in a category last, in words. */
async function lastBought(seating: Seating): Promise<string> {
  const own = await bookingApi.listOwnBookings();
  const last = own.ok ? own.value.find((booking) => booking.seating === seating && booking.status === 'paid') : undefined;
  return last ? texts.reserve.again.bought(last.notickets, seating, amountOf(last)) : texts.reserve.again.boughtSome(seating);
}

/** Under one key a press counts once, so a buyer who came in a rush need not press again. */
async function placePatiently(body: ReservationBody, idempotencyKey: string): ReturnType<typeof bookingApi.reserve> {
  for (let again = 0; ; again += 1) {
    const placed = await bookingApi.reserve({ body }, { idempotencyKey });
    if (placed.ok || placed.problem.code !== 'booking.busy' || again === PRESS_AGAIN.times) return placed;
    await wait(PRESS_AGAIN.afterMs);
  }
}

/**
 * The way from a checked form to the payment page: keep the values, create the booking, ask for a payment session, go.
 * A booking that was made is kept through a failed payment call, so that trying again pays for the same seats.
 */
export function useReservation({ waits, canvas, leave, refreshConcert }: ReservationPorts): Reservation {
  const [progress, setProgress] = useState<Progress>({ at: 'form' });
  const reserving = useRef(new AttemptKeys());
  const paying = useRef(new AttemptKeys());
  const running = useRef(false);
  const shown = useRef(true);

  // Someone who has gone to another screen is not carried off to the payment page.
  useEffect(() => {
    shown.current = true;
    return () => {
      shown.current = false;
    };
  }, []);

  // The browser shows the page as it was left when someone comes back from the payment page.
  useEffect(() => {
    const restored = (event: PageTransitionEvent) => {
      if (!event.persisted) return;
      running.current = false;
      setProgress({ at: 'form' });
      void refreshConcert();
    };
    window.addEventListener('pageshow', restored);
    return () => window.removeEventListener('pageshow', restored);
  }, [refreshConcert]);

  const refuse = useCallback((problem: ProblemDocument, text = problemText(problem)) => {
    setProgress({
      at: 'refused',
      signedOut: problem.code === 'request.session_required',
      text: problem.code === 'request.session_required' ? texts.reserve.refused.signedOut : text,
    });
  }, []);

  const openPayment = useCallback(
    async (held: HeldBooking) => {
      const page = await openPaymentPage(held, paying.current, waits, canvas.current);
      if (page.href !== undefined) {
        if (shown.current) leave(page.href);
        return;
      }
      const { problem } = page;
      switch (problem?.code) {
        case 'booking.not_payable':
        case 'booking.not_found':
          reserving.current.settle();
          refuse(problem, texts.reserve.expired);
          await refreshConcert();
          return;
        case 'booking.registration_closed':
          refuse(problem);
          await refreshConcert();
          return;
        case 'request.session_required':
          refuse(problem);
          return;
        default:
          setProgress({ at: 'unpaid', held, text: problem ? problemText(problem) : texts.reserve.unpaid.title });
      }
    },
    [canvas, leave, refreshConcert, refuse, waits],
  );

  const placeBooking = useCallback(
    async (body: ReservationBody) => {
      storeReservation(body);
      await wait(waits.beforeBookingMs);
      const placed = await placePatiently(body, reserving.current.keyFor(body));
      if (!placed.ok) {
        if (!isUnknown(placed.problem)) reserving.current.settle();
        switch (placed.problem.code) {
          case 'booking.second_purchase':
            setProgress({ at: 'asked', body, bought: await lastBought(body.seating) });
            return;
          case 'booking.seats_unavailable':
          case 'booking.registration_closed':
          case 'booking.amount_mismatch':
            await refreshConcert();
        }
        refuse(placed.problem);
        return;
      }
      const { id, notickets, amount, holdEndsAt } = placed.value;
      const held: HeldBooking = { ...body, id, notickets, amount, holdEndsAt };
      if (notickets === body.notickets && amount === body.amount) await openPayment(held);
      else setProgress({ at: 'waiting', held });
    },
    [openPayment, refreshConcert, refuse, waits],
  );

  const run = useCallback(async (work: () => Promise<void>) => {
    if (running.current) return;
    running.current = true;
    setProgress({ at: 'busy' });
    try {
      await work();
    } catch (cause) {
      setProgress({ at: 'form' });
      throw cause;
    } finally {
      running.current = false;
    }
  }, []);

  const reserve = useCallback((body: ReservationBody) => run(() => placeBooking(body)), [placeBooking, run]);

  const pay = useCallback(
    (held: HeldBooking) =>
      run(() => {
        storeBooking(held);
        return openPayment(held);
      }),
    [openPayment, run],
  );

  const startOver = useCallback(() => setProgress((now) => (now.at === 'busy' || now.at === 'form' ? now : { at: 'form' })), []);

  return { progress, reserve, pay, startOver };
}
