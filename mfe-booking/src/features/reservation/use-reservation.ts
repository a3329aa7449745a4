import { bookingRoutes, type BookingView } from '@concert/contracts/booking/http';
import type { Seating } from '@concert/contracts/booking/seating';
import type { Result } from '@concert/web-kit/api-client.ts';
import { useAct } from '@concert/web-kit/reading/use-act.ts';
import { useCallback, useRef, useState, type RefObject } from 'react';
import { RESERVATION_RETRY } from '../../settings.ts';
import { texts } from '../../texts.ts';
import { amountOf } from '../booking-display/booking-display.ts';
import type { HoldEnd } from '../hold/use-more-time.ts';
import { storeBooking } from '../payment-page/payment-page.ts';
import { usePageRestored } from '../payment-page/use-page-restored.ts';
import { usePaymentPage } from '../payment-page/use-payment-page.ts';
import { useIsMounted } from '../payment-page/use-is-mounted.ts';
import { paymentRefused, reservationRefused, withHoldEnd, type HeldBooking, type Progress } from './progress.ts';
import { storeReservation, type ReservationBody } from './reservation.ts';

export interface ReservationPorts {
  readonly canvas: RefObject<HTMLCanvasElement | null>;
  /** Goes to the payment page. */
  readonly leave: (href: string) => void;
  /** Called when seats or prices turned out to be different from what the page shows. */
  readonly refreshConcert: () => Promise<void>;
}

/** The state of a reservation, and its actions. */
export interface Reservation {
  readonly progress: Progress;
  /** Reserves what the form says and goes to pay. */
  readonly reserve: (body: ReservationBody) => Promise<void>;
  /** Pays for seats that are held already. */
  readonly pay: (held: HeldBooking) => Promise<void>;
  /** The held seats are kept longer. */
  readonly prolonged: (end: HoldEnd) => void;
  /** Goes back to the form, for example because something in it was changed. */
  readonly startOver: () => void;
}

/** Refusals of a payment page after which other seats may be left than the page shows. */
const SEATS_CHANGED: ReadonlySet<string> = new Set(['booking.not_payable', 'booking.not_found', 'booking.registration_closed']);

/** Refusals of a reservation after which the page shows the concert as it is now. */
const CONCERT_CHANGED: ReadonlySet<string> = new Set([
  'booking.seats_unavailable',
  'booking.no_accessible_seat',
  'booking.registration_closed',
  'booking.sale_not_open',
  'booking.sale_ended',
  'booking.amount_mismatch',
  'request.invalid',
]);

/** What was bought in a category last, in words. */
function lastBought(seating: Seating, own: Result<readonly BookingView[]>): string {
  const last = own.ok ? own.value.find((booking) => booking.seating === seating && booking.status === 'paid') : undefined;
  return last ? texts.reserve.again.bought(last.notickets, seating, amountOf(last)) : texts.reserve.again.boughtSome(seating);
}

/** A press counts once under one key, so a buyer who came in a rush need not press again. */
async function patiently<T>(reserve: () => Promise<Result<T>>): Promise<Result<T>> {
  for (let again = 0; ; again += 1) {
    const placed = await reserve();
    if (placed.ok || placed.problem.code !== 'booking.busy' || again === RESERVATION_RETRY.times) return placed;
    await new Promise((resolve) => setTimeout(resolve, RESERVATION_RETRY.afterMs));
  }
}

/**
 * The way from a checked form to the payment page: store the values, create the booking, ask for a payment session, leave. A booking that
 * was created survives a failed payment call, so that trying again pays for the same seats.
 */
export function useReservation({ canvas, leave, refreshConcert }: ReservationPorts): Reservation {
  const [progress, setProgress] = useState<Progress>({ at: 'form' });
  const openPaymentPage = usePaymentPage({ saysSessionEnd: true });
  const { act: place } = useAct(bookingRoutes.reserve, { through: patiently, saysSessionEnd: true });
  const { act: listOwn } = useAct(bookingRoutes.listOwnBookings);
  const running = useRef(false);
  const shown = useIsMounted();
  usePageRestored(
    useCallback(() => {
      running.current = false;
      setProgress({ at: 'form' });
      void refreshConcert();
    }, [refreshConcert]),
  );

  const openPayment = useCallback(
    async (held: HeldBooking) => {
      const page = await openPaymentPage(held, canvas.current);
      if (page.href !== undefined) {
        if (shown.current) leave(page.href);
        return;
      }
      setProgress(paymentRefused(held, page.problem));
      if (page.problem && SEATS_CHANGED.has(page.problem.code)) await refreshConcert();
    },
    [canvas, leave, openPaymentPage, refreshConcert, shown],
  );

  const placeBooking = useCallback(
    async (body: ReservationBody) => {
      storeReservation(body);
      const placed = await place({ body });
      if (!placed.ok) {
        if (placed.problem.code === 'booking.second_purchase') {
          setProgress({ at: 'asked', body, bought: lastBought(body.seating, await listOwn({})) });
          return;
        }
        if (CONCERT_CHANGED.has(placed.problem.code)) await refreshConcert();
        setProgress(reservationRefused(placed.problem));
        return;
      }
      const { id, notickets, amount, freeTickets, access, holdEndsAt, moreTimes } = placed.value;
      const isChosen = notickets === body.notickets && amount === body.amount && access?.companions === body.access?.companions;
      const held: HeldBooking = { ...body, id, notickets, amount, freeTickets, holdEndsAt, moreTimes };
      if (isChosen) await openPayment(held);
      else setProgress({ at: 'waiting', held });
    },
    [listOwn, openPayment, place, refreshConcert],
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
  const prolonged = useCallback((end: HoldEnd) => setProgress((now) => withHoldEnd(now, end)), []);
  return { progress, reserve, pay, prolonged, startOver };
}
