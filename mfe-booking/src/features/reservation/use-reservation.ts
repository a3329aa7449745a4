import { userRoutes } from '@concert/contracts/auth/users';
import { bookingRoutes, type BookingView } from '@concert/contracts/booking/http';
import type { HeldForYou } from '@concert/contracts/booking/reserving';
import type { Seating } from '@concert/contracts/booking/seating';
import type { ProblemDocument } from '@concert/contracts/core/problem';
import { useAlive, useOnceAlive } from '@concert/design-system/use-alive.ts';
import { callRoute, type Result } from '@concert/web-kit/api-client.ts';
import { problemText } from '@concert/web-kit/problem-text.ts';
import { useAct } from '@concert/web-kit/reading/use-act.ts';
import type { Session } from '@concert/web-kit/session.tsx';
import { OPENED_BY, usePageRestored } from '@concert/web-kit/use-page-restored.ts';
import { useCallback, useRef, useState, type RefObject } from 'react';
import { useNavigationType } from 'react-router-dom';
import type { HoldEnd } from '../hold/use-more-time.ts';
import { storeBooking, type PayableBooking } from '../payment-page/payment-page.ts';
import { usePaymentPage } from '../payment-page/use-payment-page.ts';
import { useIsMounted } from '../payment-page/use-is-mounted.ts';
import { awaitedReservation, isCodeValid, type AwaitedReservation } from './awaited-reservation.ts';
import type { HeldSeats } from './choice.ts';
import { reservePatiently } from './reserve-patiently.ts';
import { paymentRefused, reservationRefused, withHoldEnd, type HeldBooking, type Progress } from './progress.ts';
import { storeReservation, type ChosenSeats, type PlacedBooking, type ReservationBody } from './reservation.ts';
import { useHolding } from './use-holding.ts';
import { texts } from '../../texts.ts';
import { amountOf } from '../booking-display/booking-display.ts';

export interface ReservationPorts {
  readonly session: Session;
  readonly canvas: RefObject<HTMLCanvasElement | null>;
  /** Goes to the payment page. */
  readonly leave: (href: string) => void;
  /** Called when seats or prices turned out to be different from what the page shows. */
  readonly refreshConcert: () => Promise<void>;
}

/** Refusals of a payment page after which other seats may be left than the page shows. */
const SEATS_CHANGED: ReadonlySet<string> = new Set(['booking.not_payable', 'booking.not_found', 'booking.registration_closed']);

/** Refusals of a reservation after which the page shows the concert as it is now. */
const CONCERT_CHANGED: ReadonlySet<string> = new Set([
  'booking.seats_unavailable',
  'booking.no_accessible_seat',
  'booking.seats_wait',
  'booking.registration_closed',
  'booking.sale_not_open',
  'booking.sale_ended',
  'booking.amount_mismatch',
  'request.invalid',
]);

/** After these it is not known whether the seats were reserved; to reserve again does no harm. */
function isOpen({ code, status }: ProblemDocument): boolean {
  return code.startsWith('network.') || code === 'booking.busy' || status >= 500;
}

/** Whatever waits in this tab is awaited again after a reload. */
function firstProgress(): Progress {
  const asked = awaitedReservation.read();
  if (!asked) return { at: 'form' };
  return isCodeValid(asked) ? { at: 'code', asked, entering: false } : { at: 'form', back: asked.body };
}

/**
 * The way from a checked form to the payment page: store the values, create the booking, ask for a payment session, leave. A booking that
 * was created survives a failed payment call, so that trying again pays for the same seats.
 */
export function useReservation({ session, canvas, leave, refreshConcert }: ReservationPorts) {
  const alive = useAlive();
  const [progress, setProgress] = useState<Progress>(() => (alive ? firstProgress() : { at: 'form' }));
  useOnceAlive(() => setProgress(firstProgress()));
  const running = useRef(false);
  const arrivedBy = useNavigationType();
  const [isBack, setBack] = useState(() => arrivedBy === 'POP' && OPENED_BY === 'back_forward');
  usePageRestored(
    useCallback(() => {
      setBack(true);
      running.current = false;
      setProgress({ at: 'form' });
      void refreshConcert();
    }, [refreshConcert]),
  );
  const { place, openPayment, refuse } = usePlacing({ show: setProgress, canvas, leave, refreshConcert });
  const { hold, sendAgain } = useHolding({ show: setProgress, refuse });
  const { act: listHeld } = useAct(bookingRoutes.listSeatsHeldForYou);
  /** What is held for a buyer who came without what they typed: it is shown, and they say who comes. */
  const [offered, setOffered] = useState<readonly HeldForYou[]>([]);
  /** What this tab held before its buyer went back to the form. */
  const [left, setLeft] = useState<readonly HeldSeats[]>([]);
  const email = session?.email;

  const run = useCallback(async (work: () => Promise<void>, meanwhile: Progress = { at: 'busy' }) => {
    if (running.current) return;
    running.current = true;
    setProgress(meanwhile);
    try {
      await work();
    } catch (cause) {
      setProgress({ at: 'form' });
      throw cause;
    } finally {
      running.current = false;
    }
  }, []);

  return {
    progress,
    // By the browser's Back, most likely from the payment page.
    isBack,
    offered,
    // Seats that are free for this buyer alone.
    held: offered.length > 0 ? offered : left,
    sendAgain,
    // Who is signed out proves their address in between.
    reserve: (body: ReservationBody) => run(() => (session ? place(body) : hold(body))),
    // The buyer's address is proven: reserves what this tab waited with and goes to pay, or shows what is held.
    enter: useCallback(
      (asked?: AwaitedReservation) =>
        run(
          async () => {
            if (asked) return place({ ...asked.body, email: email ?? asked.body.email }, asked);
            const held = await listHeld({});
            if (held.ok) setOffered(held.value);
            setProgress({ at: 'form' });
          },
          asked ? { at: 'code', asked, entering: true } : { at: 'busy' },
        ),
      [email, listHeld, place, run],
    ),
    // Buys although the same was bought minutes ago.
    buyAgain: async () => {
      if (progress.at !== 'again') return;
      const { body } = progress;
      await run(() => place({ ...body, second_purchase: true }));
    },
    // Pays for seats that are held already.
    pay: (held: HeldBooking) =>
      run(() => {
        storeBooking(held);
        return openPayment(held);
      }),
    // Goes back to the form, for example because something in it was changed.
    startOver: useCallback(() => {
      awaitedReservation.forget();
      if (progress.at === 'code' && progress.asked.holdEndsAt !== undefined) setLeft([progress.asked.body]);
      setProgress((now) => {
        if (now.at === 'busy' || now.at === 'form') return now;
        return now.at === 'code' ? { at: 'form', back: now.asked.body } : { at: 'form' };
      });
    }, [progress]),
    prolonged: useCallback((end: HoldEnd) => setProgress((now) => withHoldEnd(now, end)), []),
  };
}

/** The state of a reservation, and its actions. */
export type Reservation = ReturnType<typeof useReservation>;

interface PlacingPorts extends Omit<ReservationPorts, 'session'> {
  readonly show: (progress: Progress) => void;
}

/** The steps of a signed-in buyer. */
function usePlacing({ show, canvas, leave, refreshConcert }: PlacingPorts) {
  const openPaymentPage = usePaymentPage({ saysSessionEnd: true });
  const { act: reserve } = useAct(bookingRoutes.reserve, { through: reservePatiently, saysSessionEnd: true });
  const { act: listOwn } = useAct(bookingRoutes.listOwnBookings);
  const shown = useIsMounted();

  const openPayment = useCallback(
    async (held: HeldBooking) => {
      const [page] = await Promise.all([openPaymentPage(held, canvas.current), keepInProfile(held)]);
      if (page.href !== undefined) {
        if (shown.current) leave(page.href);
        return;
      }
      show(paymentRefused(held, page.problem));
      if (page.problem && SEATS_CHANGED.has(page.problem.code)) await refreshConcert();
    },
    [canvas, leave, openPaymentPage, refreshConcert, show, shown],
  );

  const goOn = useCallback(
    async ({ id, notickets, amount, giftMinor, freeTickets, access, holdEndsAt, moreTimes }: PlacedBooking, chosen: ChosenSeats) => {
      const isSame = notickets === chosen.notickets && amount === chosen.amount && giftMinor === chosen.giftMinor;
      const isChosen = isSame && access?.companions === chosen.access?.companions;
      const held: HeldBooking = { ...chosen, id, notickets, amount, giftMinor, freeTickets, holdEndsAt, moreTimes };
      if (isChosen) await openPayment(held);
      else show({ at: 'waiting', held });
    },
    [openPayment, show],
  );

  const refuse = useCallback(
    async (problem: ProblemDocument) => {
      if (CONCERT_CHANGED.has(problem.code)) await refreshConcert();
      show(reservationRefused(problem));
    },
    [refreshConcert, show],
  );

  const place = useCallback(
    async (body: ReservationBody, asked?: AwaitedReservation) => {
      storeReservation(body);
      const placed = await reserve({ body });
      if (!placed.ok && asked && isOpen(placed.problem))
        return show({ at: 'code', asked, entering: false, failure: problemText(placed.problem) });
      awaitedReservation.forget();
      if (placed.ok) return goOn(placed.value, body);
      if (placed.problem.code !== 'booking.second_purchase') return refuse(placed.problem);
      return show({ at: 'again', body, bought: lastBought(body.seating, await listOwn({})) });
    },
    [goOn, listOwn, refuse, reserve, show],
  );
  return { place, openPayment, refuse };
}

/** What was bought last in a category, in words. */
function lastBought(seating: Seating, own: Result<readonly BookingView[]>): string {
  const last = own.ok ? own.value.find((booking) => booking.seating === seating && booking.status === 'paid') : undefined;
  return last ? texts.reserve.again.bought(last.notickets, last.seating, amountOf(last)) : texts.reserve.again.boughtSome(seating);
}

/** Keeps name and phone number of a booking in its buyer's profile where it has none. If that fails, the next purchase tries again. */
async function keepInProfile({ firstname, phoneno }: PayableBooking): Promise<void> {
  const profile = await callRoute(userRoutes.showProfile, {});
  if (!profile.ok || (profile.value.name && profile.value.phone)) return;
  const { name, phone, address, note, skills, availability } = profile.value;
  const body = { name: name || firstname, phone: phone || phoneno, address, note, skills, availability };
  await callRoute(userRoutes.saveProfile, { body });
}
