import type { BookingView } from '@concert/contracts/booking/http';
import { SEATING_RULES } from '@concert/contracts/booking/seating';
import { majorUnits } from '@concert/contracts/core/money';
import type { ProblemDocument } from '@concert/contracts/core/problem';
import { remember } from '@concert/web-kit/storage.ts';
import { paymentApi } from '../../clients.ts';
import { wait, type Waits } from '../../settings.ts';
import type { AttemptKeys } from '@concert/web-kit/attempt-keys.ts';
import { captureLookupCode, lookupLink } from './lookup-code.ts';

/** What a payment page is opened for: the booking as it is, whatever any form says. */
export type PayableBooking = Pick<
  BookingView,
  'id' | 'firstname' | 'lastname' | 'email' | 'phoneno' | 'seating' | 'notickets' | 'amount' | 'currency'
>;

/** The amount the payment call carries: of one ticket where tickets are priced, of the booking elsewhere. */
export function paymentAmountMinor({ seating, amount, notickets }: Pick<PayableBooking, 'seating' | 'amount' | 'notickets'>): number {
  return SEATING_RULES[seating].pricedPer === 'ticket' ? amount / notickets : amount;
}

/** Keeps what is about to be paid under the specification's keys, the amount in major units as screens show it. */
export function storeBooking(booking: Omit<PayableBooking, 'id'>): void {
  remember('name', booking.firstname);
  remember('email', booking.email);
  remember('phoneno', booking.phoneno);
  remember('notickets', String(booking.notickets));
  remember('amount', majorUnits(booking.amount));
  remember('currency', booking.currency);
  remember('seating', booking.seating);
}

/** Where the payment page is, or why there is none. Without a problem the answer was no web address. */
export type PaymentPage = { readonly href: string } | { readonly href?: undefined; readonly problem?: ProblemDocument };

/**
 * Opens the payment page of a pending booking; the site offers the open one again where there is one.
 * @param keys of the screen, so that a repeated press asks the same
 * @param canvas the lookup code is drawn on it
 */
export async function openPaymentPage(
  booking: PayableBooking,
  keys: AttemptKeys,
  waits: Waits,
  canvas: HTMLCanvasElement | null,
): Promise<PaymentPage> {
  remember('userbookingid', booking.id);
  await wait(waits.beforeQrCaptureMs);
  const { origin } = window.location;
  const qrCode = canvas ? await captureLookupCode(canvas, lookupLink(origin, booking.id)) : undefined;
  await wait(waits.beforePaymentMs);
  const request = {
    firstname: booking.firstname,
    lastname: booking.lastname,
    email: booking.email,
    phoneno: booking.phoneno,
    seating: booking.seating,
    amount: paymentAmountMinor(booking),
    currency: booking.currency,
    notickets: booking.notickets,
    userbookingid: booking.id,
    successfulUrl: `${origin}/payment-successful`,
    cancelUrl: `${origin}/payment-cancelled`,
    failureUrl: `${origin}/payment-failed`,
    qrCode,
  };
  const result = await paymentApi.createPayment({ body: request }, { idempotencyKey: keys.keyFor(request) });
  if (!result.ok) {
    if (!isUnknown(result.problem)) keys.settle();
    return { problem: result.problem };
  }
  return /^https?:/.test(result.value.href) ? { href: result.value.href } : {};
}

/** After such an answer the same request may have been carried out all the same, or may yet be. */
export function isUnknown(problem: ProblemDocument): boolean {
  return problem.code.startsWith('network.') || problem.status >= 500;
}

/** Leaves the site for the payment page. */
export function goTo(href: string): void {
  window.location.assign(href);
}
