import type { ProblemDocument } from '@concert/contracts/core/problem';
import { paymentRoutes } from '@concert/contracts/payment/http';
import type { Result } from '@concert/web-kit/api-client.ts';
import { useAct, type ActOptions } from '@concert/web-kit/reading/use-act.ts';
import { remember } from '@concert/web-kit/storage.ts';
import { useCallback } from 'react';
import { paymentAmountMinor, type PayableBooking } from './payment-page.ts';

/** Address under which a booking's tickets are looked up. */
export function lookupLink(origin: string, bookingId: string): string {
  return `${origin}/get-details?ref=${encodeURIComponent(bookingId)}`;
}

/** The code of a booking-lookup link as a PNG data URL; undefined where canvases are off: a payment does not wait for a picture. */
async function captureLookupCode(canvas: HTMLCanvasElement, link: string): Promise<string | undefined> {
  try {
    const { default: QRCode } = await import('qrcode');
    await QRCode.toCanvas(canvas, link, { margin: 2, width: 256, errorCorrectionLevel: 'M' });
    const picture = canvas.toDataURL('image/png');
    return picture.startsWith('data:image/png;base64,') ? picture : undefined;
  } catch {
    return undefined;
  }
}

/** Where the payment page is, or why there is none. Without a problem, the answer was no web address. */
export type PaymentPage = { readonly href: string } | { readonly href?: undefined; readonly problem?: ProblemDocument };

/**
 * Opens the payment page of a pending booking; the site offers the open one again where there is one.
 * @param canvas the lookup code is drawn on it
 */
export type OpenPaymentPage = (booking: PayableBooking, canvas: HTMLCanvasElement | null) => Promise<PaymentPage>;

/** The action that opens payment pages. */
export function usePaymentPage(options: Pick<ActOptions, 'saysSessionEnd'> = {}): OpenPaymentPage {
  const { act } = useAct(paymentRoutes.createPayment, options);
  const { act: payOffer } = useAct(paymentRoutes.payOffer);
  return useCallback<OpenPaymentPage>(
    async (booking, canvas) => {
      remember('userbookingid', booking.id);
      if (booking.secret !== undefined) return pageIn(await payOffer({ body: { bookingId: booking.id, ref2: booking.secret } }));
      const { origin } = window.location;
      const qrCode = canvas ? await captureLookupCode(canvas, lookupLink(origin, booking.id)) : undefined;
      const result = await act({
        body: {
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
        },
      });
      return pageIn(result);
    },
    [act, payOffer],
  );
}

function pageIn(result: Result<{ readonly href: string }>): PaymentPage {
  if (!result.ok) return { problem: result.problem };
  return /^https?:/.test(result.value.href) ? { href: result.value.href } : {};
}
