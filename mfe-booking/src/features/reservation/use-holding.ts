import { signInCodeRoutes } from '@concert/contracts/auth/sign-in-codes';
import { bookingRoutes } from '@concert/contracts/booking/http';
import type { ProblemDocument } from '@concert/contracts/core/problem';
import type { Result } from '@concert/web-kit/api-client.ts';
import { problemText } from '@concert/web-kit/problem-text.ts';
import { useAct } from '@concert/web-kit/reading/use-act.ts';
import { RESERVATION_PAGE_REDIRECT } from '@concert/web-kit/redirects.ts';
import { remember } from '@concert/web-kit/storage.ts';
import { useCallback } from 'react';
import { storeBooking } from '../payment-page/payment-page.ts';
import { forgetAsked, keepAsked, type Asked } from './asked.ts';
import { texts } from './code-texts.ts';
import { lastBought } from './last-bought.ts';
import { patiently } from './patiently.ts';
import { refusedProgress, type Progress } from './progress.ts';
import { storeReservation, type ChosenSeats, type PlacedBooking, type ReservationBody } from './reservation.ts';

export interface HoldingPorts {
  /** Of the signed-in buyer. */
  readonly email: string | undefined;
  readonly show: (progress: Progress) => void;
  /** Nothing is reserved: says why, and looks what is left. */
  readonly refuse: (problem: ProblemDocument) => Promise<void>;
  readonly place: (body: ReservationBody) => Promise<void>;
  /** Goes on with what is held for a signed-in buyer. */
  readonly goOn: (placed: PlacedBooking, chosen: ChosenSeats) => Promise<void>;
}

/** After these it is not known whether the seats were claimed; to claim again does no harm. */
function isOpen({ code, status }: ProblemDocument): boolean {
  return code.startsWith('network.') || code === 'booking.busy' || status >= 500;
}

/** Seats are held for an address, and claimed once it is proven: in this tab by a code, or wherever the link of the same mail was opened. */
export function useHolding({ email, show, refuse, place, goOn }: HoldingPorts) {
  const { act: holdSeats } = useAct(bookingRoutes.holdSeats, { through: patiently });
  const { act: requestCode } = useAct(signInCodeRoutes.requestSignInCode);
  const { act: claimHold } = useAct(bookingRoutes.claimHold, { through: patiently, saysSessionEnd: true });
  const { act: listOwn } = useAct(bookingRoutes.listOwnBookings);

  const ask = async (body: ReservationBody): Promise<Result<unknown>> => {
    remember('email', body.email);
    const held = await holdSeats({ body });
    // Where too many seats are held for people nobody knows, they are reserved as soon as the address is proven.
    if (!held.ok && held.problem.code !== 'booking.sign_in_first') return held;
    const mailed = await requestCode({ body: { email: body.email, nav: RESERVATION_PAGE_REDIRECT } });
    if (!mailed.ok) return mailed;
    const { request, expiresAt } = mailed.value;
    const asked = { body, request, expiresAt, ...(held.ok ? { holdEndsAt: held.value.holdEndsAt } : {}) };
    keepAsked(asked);
    show({ at: 'code', asked, entering: false });
    return mailed;
  };

  /** Makes a booking of what is held for the address that is signed in now. @param asked what this tab waited with, if it did */
  const claim = useCallback(
    async (asked: Asked | undefined, secondPurchase?: true) => {
      if (asked) storeReservation(asked.body);
      // Signed in with another address, they reserve for that one; what is held for the first goes back by itself.
      const isOther = asked && email !== undefined && email.toLowerCase() !== asked.body.email.toLowerCase();
      if (asked && (isOther || asked.holdEndsAt === undefined)) {
        forgetAsked();
        return place({ ...asked.body, email: email ?? asked.body.email });
      }
      const claimed = await claimHold({ body: secondPurchase ? { second_purchase: true } : {} });
      if (!claimed.ok && asked && isOpen(claimed.problem)) {
        return show({ at: 'code', asked, entering: false, failure: problemText(claimed.problem) });
      }
      forgetAsked();
      if (claimed.ok) {
        const own = asked ? undefined : await listOwn({});
        const booking = own?.ok ? own.value.find(({ id }) => id === claimed.value.id) : undefined;
        if (booking) storeBooking(booking);
        const chosen = asked?.body ?? booking;
        // Unread, it waits above the form.
        return chosen ? goOn(claimed.value, chosen) : show({ at: 'form' });
      }
      if (claimed.problem.code === 'booking.second_purchase') {
        return show({ at: 'again', body: undefined, bought: lastBought(asked?.body.seating, await listOwn({})) });
      }
      if (claimed.problem.code !== 'booking.not_found') return refuse(claimed.problem);
      return show(asked ? refusedProgress(claimed.problem, texts.gone) : { at: 'form' });
    },
    [claimHold, email, goOn, listOwn, place, refuse, show],
  );
  return {
    // Holds the seats and mails a code to the buyer.
    hold: async (body: ReservationBody) => {
      const mailed = await ask(body);
      if (!mailed.ok) await refuse(mailed.problem);
    },
    // What was held and mailed before is replaced; where that fails, the code is awaited as before.
    sendAgain: ({ body }: Asked) => ask(body),
    claim,
  };
}
