import type { ProblemDocument } from '@concert/contracts/core/problem';
import type { Seating } from '@concert/contracts/booking/seating';
import { problemText } from '@concert/web-kit/problem-text.ts';
import { remember } from '@concert/web-kit/storage.ts';
import { useCallback, useEffect, useRef, useState, type RefObject } from 'react';
import { bookingApi, paymentApi } from '../../clients.ts';
import { wait, type Waits } from '../../settings.ts';
import { texts } from '../../texts.ts';
import { AttemptKeys } from './attempt-keys.ts';
import { paymentAmountMinor, type Category } from './choice.ts';
import { captureLookupCode, lookupLink } from './lookup-code.ts';
import { storeReservation, type ReservationBody } from './reservation.ts';

/** A booking whose seats are kept for this buyer and that waits for its payment. */
export interface HeldBooking {
  readonly id: string;
  readonly seating: Seating;
  readonly tickets: number;
  readonly amountMinor: number;
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

/* After these the same request may have been carried out without its answer arriving, or may yet be. */
function isUnknown(problem: ProblemDocument): boolean {
  return problem.code.startsWith('network.') || problem.status >= 500;
}

/**
 * The way from a checked form to the payment page: keep the values, create the booking, ask for a payment session, go.
 * A booking that was made is kept through a failed payment call, so that trying again pays for the same seats.
 */
export function useReservation({ waits, canvas, leave, refreshConcert }: ReservationPorts) {
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
    setProgress({ at: 'refused', signedOut: problem.code === 'request.session_required', text: problem.code === 'request.session_required' ? texts.reserve.refused.signedOut : text });
  }, []);

  const openPayment = useCallback(
    async (held: HeldBooking, body: ReservationBody, category: Category) => {
      remember('userbookingid', held.id);
      await wait(waits.beforeQrCaptureMs);
      const qrCode = canvas.current ? await captureLookupCode(canvas.current, lookupLink(window.location.origin, held.id)) : undefined;
      await wait(waits.beforePaymentMs);
      const request = {
        firstname: body.firstname,
        lastname: body.lastname,
        email: body.email,
        phoneno: body.phoneno,
        seating: held.seating,
        amount: paymentAmountMinor(category, held.tickets),
        currency: body.currency,
        notickets: held.tickets,
        userbookingid: held.id,
        successfulUrl: `${window.location.origin}/payment-successful`,
        cancelUrl: `${window.location.origin}/payment-cancelled`,
        failureUrl: `${window.location.origin}/payment-failed`,
        qrCode,
      };
      const result = await paymentApi.createPayment({ body: request }, { idempotencyKey: paying.current.keyFor(request) });
      if (result.ok && /^https?:/.test(result.value.href)) {
        if (shown.current) leave(result.value.href);
        return;
      }
      if (result.ok || isUnknown(result.problem)) {
        setProgress({ at: 'unpaid', held, text: result.ok ? texts.reserve.unpaid.title : problemText(result.problem) });
        return;
      }
      paying.current.settle();
      switch (result.problem.code) {
        case 'booking.not_payable':
        case 'booking.not_found':
          reserving.current.settle();
          refuse(result.problem, texts.reserve.expired);
          await refreshConcert();
          return;
        case 'booking.registration_closed':
          refuse(result.problem);
          await refreshConcert();
          return;
        case 'request.session_required':
          refuse(result.problem);
          return;
        default:
          setProgress({ at: 'unpaid', held, text: problemText(result.problem) });
      }
    },
    [canvas, leave, refreshConcert, refuse, waits],
  );

  const placeBooking = useCallback(
    async (body: ReservationBody, category: Category) => {
      storeReservation(body);
      await wait(waits.beforeBookingMs);
      const placed = await bookingApi.reserve({ body }, { idempotencyKey: reserving.current.keyFor(body) });
      if (!placed.ok) {
        if (!isUnknown(placed.problem)) reserving.current.settle();
        if (placed.problem.code === 'booking.seats_unavailable' || placed.problem.code === 'booking.registration_closed' || placed.problem.code === 'booking.amount_mismatch') {
          await refreshConcert();
        }
        refuse(placed.problem);
        return;
      }
      const { id, notickets, amount, holdEndsAt } = placed.value;
      const held: HeldBooking = { id, seating: body.seating, tickets: notickets, amountMinor: amount, holdEndsAt };
      if (notickets === body.notickets && amount === body.amount) await openPayment(held, body, category);
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

  /** Reserves what the form says and goes to pay. */
  const reserve = useCallback((body: ReservationBody, category: Category) => run(() => placeBooking(body, category)), [placeBooking, run]);

  /** Pays for seats that are kept already. */
  const pay = useCallback(
    (held: HeldBooking, body: ReservationBody, category: Category) =>
      run(() => {
        storeReservation({ ...body, seating: held.seating, notickets: held.tickets, amount: held.amountMinor });
        return openPayment(held, body, category);
      }),
    [openPayment, run],
  );

  /** Back to the form, for example because something in it was changed. */
  const startOver = useCallback(() => setProgress((now) => (now.at === 'busy' || now.at === 'form' ? now : { at: 'form' })), []);

  return { progress, reserve, pay, startOver };
}
