import { bookingRoutes, type BookingView } from '@concert/contracts/booking/http';
import { isEmail } from '@concert/contracts/core/email';
import type { ProblemDocument } from '@concert/contracts/core/problem';
import type { InputOf, ResultOf } from '@concert/contracts/core/route';
import { paymentRoutes, type PaymentOutcome, type PAYMENT_ACTIONS } from '@concert/contracts/payment/http';
import type { LastRead } from '@concert/web-kit/reading/follow.ts';
import { useRoute } from '@concert/web-kit/reading/use-route.ts';
import { useEffect, useState } from 'react';
import { POLLING, MAX_TICKET_WAIT_MS } from '../../settings.ts';
import { clearStoredOf, readStored, readStoredBooking, type StoredBooking } from '../payment-page/stored-booking.ts';

export type PaymentAction = (typeof PAYMENT_ACTIONS)[number];

/**
 * Body of the outcome call, or null when a part of it is missing ('Invalid request'). The address says which booking it is about.
 * @param stored what this browser stored of that booking, or else last
 */
function outcomeRequest(stored: StoredBooking, query: URLSearchParams, action: PaymentAction) {
  const reference = query.get('ref') ?? '';
  const reference2 = query.get('ref2') ?? '';
  if (!reference || !reference2 || !stored.bookingId || !isEmail(stored.email)) return null;
  return { email: stored.email, reference, reference2, ticketid: reference, action };
}

/** What the page knows of the payment. */
export type OutcomeState =
  /** The stored values are gone; nothing was posted. */
  | { readonly at: 'expired' }
  /** The address or the stored values do not make a request, or the server knows no such payment. */
  | { readonly at: 'invalid' }
  | { readonly at: 'asking' }
  /** The server does not know yet, or did not answer; the page keeps asking. */
  | { readonly at: 'checking'; readonly unreachable: boolean }
  /** Nothing was paid, and it still can be until the seats are freed. The page keeps asking, because it may be paid elsewhere. `sure`: the provider was asked. */
  | { readonly at: 'unpaid'; readonly keptUntil: string; readonly sure: boolean }
  | { readonly at: 'known'; readonly outcome: Exclude<PaymentOutcome, 'checking' | 'not_paid'> };

/** The outcome when nothing is asked. */
const NOTHING: InputOf<typeof paymentRoutes.processDetails>['body'] = {
  email: '',
  reference: '',
  reference2: '',
  ticketid: '',
  action: 'success',
};

type Answer = ResultOf<typeof paymentRoutes.processDetails>;

/** The server knows no such payment, now or later. */
function isRefused({ problem }: Pick<LastRead, 'problem'>): boolean {
  return problem !== undefined && problem.status >= 400 && problem.status < 500 && !problem.retryable;
}

function isOpen(answer: Answer | undefined, last: Pick<LastRead, 'problem'>): boolean {
  if (last.problem) return !isRefused(last);
  return answer?.outcome === 'checking' || answer?.outcome === 'not_paid';
}

function stateOf(answer: Answer | undefined, problem: ProblemDocument | undefined): OutcomeState {
  if (isRefused({ problem })) return { at: 'invalid' };
  if (problem) return { at: 'checking', unreachable: true };
  if (!answer) return { at: 'asking' };
  const { outcome, seatsKeptUntil = '' } = answer;
  if (outcome === 'not_paid') return { at: 'unpaid', keptUntil: seatsKeptUntil, sure: true };
  return outcome === 'checking' ? { at: 'checking', unreachable: false } : { at: 'known', outcome };
}

/** What a booking tells those who may see it, where this browser has nothing left to ask about its payment with. */
export function stateOfBooking({ status, holdEndsAt = '' }: BookingView): OutcomeState {
  if (status === 'pending') return { at: 'unpaid', keptUntil: holdEndsAt, sure: false };
  const notTaken = status === 'failed' || status === 'cancelled' || status === 'expired';
  return { at: 'known', outcome: notTaken ? 'not_taken' : 'confirmed' };
}

/**
 * Posts what this page knows and learns what is true. The address says which booking it is about, as other tabs may have stored another one
 * since. What is stored of it is read once and then deleted; a call without a final answer is repeated, more and more slowly, as long as the
 * page is open.
 */
export function usePaymentOutcome(
  action: PaymentAction,
  query: URLSearchParams,
): { readonly state: OutcomeState; readonly stored: StoredBooking | null } {
  const reference = query.get('ref') ?? '';
  const [stored] = useState(() => readStoredBooking(reference));
  const [last] = useState(() => stored ?? readStored());
  const [request] = useState(() => last && outcomeRequest(last, query, action));
  useEffect(() => clearStoredOf(reference), [reference]);
  const { value, problem } = useRoute(
    paymentRoutes.processDetails,
    { body: request ?? NOTHING },
    { enabled: request !== null, follow: { ...POLLING, while: isOpen } },
  );
  if (!last) return { state: { at: 'expired' }, stored };
  return { state: request ? stateOf(value, problem) : { at: 'invalid' }, stored };
}

/**
 * The booking as its owner may see it: undefined while asking, however often the site has to be asked, null when this person may not see it or it
 * does not exist. While it is pending it is read again: the payment may be on its way.
 * @param bookingId nothing is asked without one
 * @param settled once the payment is settled the booking follows within moments, and is asked for often but not for ever
 */
export function useOwnBooking(bookingId: string | null, settled: boolean): BookingView | null | undefined {
  const { value, problem } = useRoute(
    bookingRoutes.showBooking,
    { params: { bookingId: bookingId ?? '' } },
    {
      enabled: bookingId !== null,
      follow: {
        ...(settled ? { firstMs: POLLING.firstMs, forMs: MAX_TICKET_WAIT_MS } : POLLING),
        while: (booking, last) => (last.problem ? last.problem.retryable === true : booking?.status === 'pending'),
      },
    },
  );
  if (bookingId === null) return null;
  return value ?? (problem && !problem.retryable ? null : undefined);
}
