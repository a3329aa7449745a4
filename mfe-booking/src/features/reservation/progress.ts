import type { ProblemDocument } from '@concert/contracts/core/problem';
import { problemText } from '@concert/web-kit/problem-text.ts';
import { texts } from '../../texts.ts';
import type { HoldEnd } from '../hold/use-more-time.ts';
import type { PayableBooking } from '../payment-page/payment-page.ts';
import type { AwaitedReservation } from './awaited-reservation.ts';
import type { ReservationBody } from './reservation.ts';

/** A pending booking of this buyer, whose seats are held. */
export type HeldBooking = PayableBooking & HoldEnd;

/** How far somebody is on the way to the payment page. */
export type Progress =
  /** `back`: what was typed before a code was mailed, so that the email can be changed. */
  | { readonly at: 'form'; readonly back?: ReservationBody }
  | { readonly at: 'busy' }
  /** A code was mailed; it is awaited, or `entering`: proven, and on the way to the payment page. */
  | { readonly at: 'code'; readonly asked: AwaitedReservation; readonly entering: boolean; readonly failure?: string }
  /** Nothing is reserved, and why. */
  | { readonly at: 'refused'; readonly text: string; readonly leadsTo?: 'login' | 'waiting' | undefined }
  /** An older booking of this buyer in this category is offered again; it differs from what was chosen. */
  | { readonly at: 'waiting'; readonly held: HeldBooking }
  /** The buyer bought seats in this category minutes ago: whether to buy these as well is asked. */
  | { readonly at: 'again'; readonly body: ReservationBody; readonly bought: string }
  /** The seats are held, but the payment page did not open. */
  | { readonly at: 'unpaid'; readonly text: string; readonly held: HeldBooking };

/** Nothing is reserved. */
function refusedProgress(problem: ProblemDocument, text = problemText(problem)): Progress {
  if (problem.code === 'request.session_required') return { at: 'refused', leadsTo: 'login', text: texts.reserve.refused.signedOut };
  return { at: 'refused', leadsTo: problem.code === 'booking.seats_wait' ? 'waiting' : undefined, text };
}

/** Nothing is reserved; where the site does not sell these seats at this price, or so many of them, it says what it sells. */
export function reservationRefused(problem: ProblemDocument): Progress {
  const [fault] = problem.code === 'request.invalid' ? (problem.errors ?? []) : [];
  return fault ? refusedProgress(problem, fault.detail) : refusedProgress(problem);
}

/** The payment page of held seats did not open; without a problem, the answer was no web address. */
export function paymentRefused(held: HeldBooking, problem: ProblemDocument | undefined): Progress {
  switch (problem?.code) {
    case 'booking.not_payable':
    case 'booking.not_found':
      return refusedProgress(problem, texts.reserve.expired);
    case 'booking.registration_closed':
    case 'request.session_required':
      return refusedProgress(problem);
    default:
      return { at: 'unpaid', held, text: problem ? problemText(problem) : texts.reserve.unpaid.title };
  }
}

/** The progress with another end of the held seats. */
export function withHoldEnd(progress: Progress, end: HoldEnd): Progress {
  return 'held' in progress ? { ...progress, held: { ...progress.held, ...end } } : progress;
}
