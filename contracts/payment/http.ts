import { z } from 'zod';
import { buyerFields } from '../booking/buyer.ts';
import { linkSecretSchema } from '../booking/links.ts';
import { seatingSchema } from '../booking/seating-schema.ts';
import { replaceUnusable, emailField, optionalPhone } from '../core/fields.ts';
import { idSchema } from '../core/ids.ts';
import { CURRENCY } from '../core/money.ts';
import { PAYMENT_MODES, readinessRowSchema } from '../core/readiness.ts';
import { defineRoutes } from '../core/route.ts';
import { qrImageField } from './qr-image.ts';
import { booksRoutes } from './books.ts';
import { cancellationRoutes } from './cancellation.ts';
import { moneyCheckRoutes } from './money-check.ts';
import { personalPaymentRoutes } from './personal-data.ts';
import { refundRoutes } from './refunds.ts';

const urlField = z.string().min(1).max(2_000).transform(replaceUnusable);

/** Body of `/create-payment`, field for field as the specification's section 7 lists it. The server decides the price. */
export const createPaymentBodySchema = z.strictObject({
  ...buyerFields,
  /** Empty for seats that were offered to someone who waited. */
  phoneno: optionalPhone,
  seating: seatingSchema,
  /** Minor units: of one ticket for General Seating, of the whole booking otherwise (specification section 7). */
  amount: z.int({ error: 'Amount must be greater than zero' }).min(1, { error: 'Amount must be greater than zero' }).max(100_000_000),
  currency: z.literal(CURRENCY, { error: 'Currency must be USD' }),
  notickets: z.int({ error: 'No. of tickets is required' }).min(1, { error: 'No. of tickets is required' }).max(6),
  userbookingid: idSchema('booking'),
  successfulUrl: urlField,
  cancelUrl: urlField,
  failureUrl: urlField,
  /** Picture of the booking-lookup code; never stored and never sent to the provider. */
  qrCode: qrImageField.optional(),
});

export const PAYMENT_ACTIONS = ['success', 'failed', 'cancelled'] as const;

/**
 * What is true of a payment, whatever the browser claims. `not_paid`: the page is open, nothing was paid on it and it still
 * can be. `checking`: it cannot be said now. `not_taken`: nothing was taken and nothing will be.
 */
export const PAYMENT_OUTCOMES = ['confirmed', 'checking', 'not_paid', 'not_taken'] as const;
export type PaymentOutcome = (typeof PAYMENT_OUTCOMES)[number];

/** The hosted payment page of a booking. */
const paymentPageSchema = z.object({
  href: z.url(),
  /** Epoch seconds, as the provider gives them. */
  createdTime: z.int(),
  expirationTime: z.int(),
  checkoutSessionId: z.string(),
});
const PAGE_PROBLEMS = ['booking.not_found', 'booking.not_payable', 'booking.registration_closed', 'payment.provider_unavailable'] as const;

export const paymentRoutes = defineRoutes({
  createPayment: {
    request: 'POST /api/create-payment',
    summary: 'Opens the hosted payment page of a pending booking, or offers the open one again',
    access: 'session',
    body: createPaymentBodySchema,
    answer: paymentPageSchema,
    idempotencyKey: 'accepted',
    problems: [...PAGE_PROBLEMS, 'booking.email_mismatch', 'payment.foreign_return_url', 'payment.amount_mismatch'],
  },
  payOffer: {
    request: 'POST /api/pay-offer',
    summary: 'Opens the hosted payment page of seats that are offered, or offers the open one again, for whoever holds the signed link',
    access: 'public',
    body: z.strictObject({ bookingId: idSchema('booking'), ref2: linkSecretSchema.shape.ref2.unwrap() }),
    answer: paymentPageSchema,
    repeatable: true,
    problems: PAGE_PROBLEMS,
  },
  processDetails: {
    request: 'POST /api/process-details',
    summary: 'A return page tells what it thinks happened; the answer is what the provider says happened',
    access: 'public',
    body: z.strictObject({
      email: emailField,
      /** The booking id. */
      reference: z.string().min(1).max(100).transform(replaceUnusable),
      /** The checkout session id. */
      reference2: z.string().min(1).max(300).transform(replaceUnusable),
      ticketid: z.string().min(1).max(100).transform(replaceUnusable),
      action: z.enum(PAYMENT_ACTIONS, { error: 'Action must be success, failed or cancelled' }),
    }),
    answer: z.object({
      outcome: z.enum(PAYMENT_OUTCOMES),
      /** With `not_paid`: until then the seats are kept and can be paid. */
      seatsKeptUntil: z.iso.datetime().optional(),
    }),
    repeatable: true,
    problems: ['payment.not_found'],
  },
  receiveWebhook: {
    request: 'POST /api/stripe-webhook',
    summary: "Takes the payment provider's signed messages",
    access: 'public',
    bodyKind: 'raw',
    answer: z.object({ received: z.literal(true) }),
    problems: ['payment.signature_refused', 'request.unavailable'],
  },
  ...refundRoutes,
  ...cancellationRoutes,
  ...moneyCheckRoutes,
  ...booksRoutes,
  ...personalPaymentRoutes,
  showPaymentReadiness: {
    request: 'GET /internal/readiness/payments',
    summary: 'Whether payments are ready for a sale',
    callers: ['svc-booking'],
    answer: z.object({ mode: z.enum(PAYMENT_MODES), rows: z.array(readinessRowSchema) }),
  },
});
