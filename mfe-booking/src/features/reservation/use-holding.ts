import { bookingRoutes } from '@concert/contracts/booking/http';
import type { ProblemDocument } from '@concert/contracts/core/problem';
import type { Result } from '@concert/web-kit/api-client.ts';
import { randomKey } from '@concert/web-kit/attempt-keys.ts';
import { useAct } from '@concert/web-kit/reading/use-act.ts';
import { RESERVATION_PAGE_REDIRECT } from '@concert/web-kit/redirects.ts';
import { awaitedReservation, useMailedCode, type AwaitedReservation } from './awaited-reservation.ts';
import { reservePatiently } from './reserve-patiently.ts';
import type { Progress } from './progress.ts';
import { storeReservation, type ReservationBody } from './reservation.ts';

const STORE = 'concert-hold-secret';

/** By which the site knows another hold as this tab's own, which takes the place of the one before. It stays while the tab is open. */
function holdSecret(): string {
  const fresh = randomKey();
  try {
    const kept = window.sessionStorage.getItem(STORE) ?? fresh;
    window.sessionStorage.setItem(STORE, kept);
    return kept;
  } catch {
    // Blocked storage: what was held before ends by itself.
    return fresh;
  }
}

export interface HoldingPorts {
  readonly show: (progress: Progress) => void;
  /** Nothing is reserved: says why, and looks what is left. */
  readonly refuse: (problem: ProblemDocument) => Promise<void>;
}

/** Where too many seats are held for people nobody knows, they are reserved as soon as the address is proven. */
const AFTER_THE_CODE: ReadonlySet<string> = new Set(['booking.sign_in_first', 'request.too_many']);

/** Seats are held for an address, and reserved once it is proven. */
export function useHolding({ show, refuse }: HoldingPorts) {
  const { act: holdSeats } = useAct(bookingRoutes.holdSeats, { through: reservePatiently });
  const mailCode = useMailedCode(awaitedReservation, RESERVATION_PAGE_REDIRECT);

  const ask = async (body: ReservationBody): Promise<Result<unknown>> => {
    // Where the link of the mail is opened in this browser, the form knows what was typed here.
    storeReservation(body);
    const held = await holdSeats({ body: { ...body, hold_secret: holdSecret() } });
    if (!held.ok && !AFTER_THE_CODE.has(held.problem.code)) return held;
    const mailed = await mailCode(body, held.ok ? held.value.holdEndsAt : undefined);
    if (mailed.ok) show({ at: 'code', asked: mailed.value, entering: false });
    return mailed;
  };

  return {
    // Holds the seats and mails a code to the buyer.
    hold: async (body: ReservationBody) => {
      const mailed = await ask(body);
      if (!mailed.ok) await refuse(mailed.problem);
    },
    // What was held and mailed before is replaced; where that fails, the code is awaited as before.
    sendAgain: ({ body }: AwaitedReservation) => ask(body),
  };
}
