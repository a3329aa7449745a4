import { z } from 'zod';
import { linkSecretSchema } from '../booking/links.ts';
import { refundConcertSchema, admittingTicketSchema } from '../booking/refunds.ts';
import { MAX_TICKETS, SEATINGS } from '../booking/seating.ts';
import { BOOKING_STATUSES } from '../booking/states.ts';
import { defineFact } from '../core/envelope.ts';
import { codeField, replaceUnusable, emailField, lineField } from '../core/fields.ts';
import { idSchema } from '../core/ids.ts';
import { moneySchema } from '../core/money-schema.ts';
import { CURRENCY } from '../core/money.ts';
import { defineRoutes } from '../core/route.ts';
import { REFUND_CAUSES } from './refund-causes.ts';

/**
 * `planned`: waits for its buyer to be told first. `requested`: to be sent, or sent with an outcome not known yet.
 * `pending`: the provider has it and says why it waits. `failed` may come days after `succeeded`.
 */
export const REFUND_STATES = ['planned', 'requested', 'pending', 'succeeded', 'failed'] as const;
export type RefundState = (typeof REFUND_STATES)[number];

/** Numbers of tickets within their booking. */
const ticketNumbers = z.array(z.int().min(1).max(MAX_TICKETS)).max(MAX_TICKETS);

/** One attempt to send money back, as organisers see it. */
export const refundViewSchema = z.object({
  id: idSchema('refund'),
  /** A partial return: the tickets that ended with it; none where only money went back. */
  part: z.object({ tickets: ticketNumbers }).optional(),
  state: z.enum(REFUND_STATES),
  /** Why it is pending or has failed, in words for a person. */
  reason: z.string().optional(),
  cause: z.enum(REFUND_CAUSES),
  attempt: z.int(),
  amount: z.int(),
  requestedAt: z.iso.datetime(),
  /** It failed, and the buyer has the money all the same: an organiser says so, or a bank gave it back. */
  settledOtherwise: z.boolean().optional(),
  /** By when the money should be seen on the card. */
  expectedBy: z.iso.datetime().optional(),
});

/** Instead of a booking's status where svc-booking has none: money that came for a booking nobody has. */
export const NO_BOOKING = 'no_booking';

/** A row of the refund screen (specification section 3): name, status, seating, notickets, fkey, what tells it from others, and what became of it. */
export const refundRowSchema = z.object({
  /** Id by which the refund is triggered: the booking's. */
  fkey: idSchema('booking'),
  name: z.string(),
  email: z.string(),
  /** When its money came. */
  paidAt: z.iso.datetime(),
  status: z.enum([...BOOKING_STATUSES, NO_BOOKING]),
  /** Absent where nobody knows: without a booking, only the payment's own note tells. */
  seating: z.enum(SEATINGS).optional(),
  notickets: z.int().optional(),
  /** Tickets of it that can be given back, by number; `inside`: somebody went in with it, so it cannot; `endsWith`: only together with that one, or alone. */
  ticketsLeft: z.array(admittingTicketSchema),
  /** What would go back, in minor units: what was charged less what has gone back, is on its way or was taken by a bank. */
  amount: z.int(),
  currency: z.literal(CURRENCY),
  refundable: z.boolean(),
  /** Whether a part of it can be returned. */
  divisible: z.boolean(),
  /** The card's owner disputes the payment with the bank, which has taken the money until it decides: no refund may be sent. */
  disputed: z.boolean(),
  /** The bank has decided and given the money back to the card's owner. */
  lost: z.boolean(),
  /** What the bank has taken in either case, in minor units. */
  bankMinor: z.int(),
  /** The latest money of it that was given to the welfare work and can be sent back, by itself. */
  gift: z.object({ id: idSchema('refund'), amount: z.int() }).optional(),
  /** The latest attempt. */
  refund: refundViewSchema.optional(),
});
export type RefundRow = z.infer<typeof refundRowSchema>;

/** What the buyer's refund link shows, and a refund mail says of the money. */
export const refundShownSchema = z.object({
  bookingId: idSchema('booking'),
  state: z.enum(REFUND_STATES),
  reason: z.string().optional(),
  amount: moneySchema,
  /** A partial return: the numbers of the tickets that ended with it, and of those that stay valid. */
  part: z.object({ tickets: ticketNumbers, left: ticketNumbers }).optional(),
  /** Last four digits of the card the money goes back to. */
  cardEnding: z
    .string()
    .regex(/^[0-9]{4}$/)
    .optional(),
  requestedAt: z.iso.datetime(),
  expectedBy: z.iso.datetime().optional(),
  /** When the provider sent it. */
  issuedAt: z.iso.datetime().optional(),
  concert: refundConcertSchema,
});
export type RefundShown = z.infer<typeof refundShownSchema>;

/** Mails about money that goes back, and the receipt for a gift. */
export const REFUND_MAIL_KINDS = ['refund-started', 'refund-issued', 'cancellation', 'gift-receipt'] as const;
export type RefundMailKind = (typeof REFUND_MAIL_KINDS)[number];

/** All a refund mail says; asked for at the moment of sending, so that neither a name nor a secret link travels in a fact. */
export const refundMailSchema = refundShownSchema.extend({
  refundId: idSchema('refund'),
  cause: z.enum(REFUND_CAUSES),
  name: z.string(),
  email: z.string(),
  seating: z.enum(SEATINGS),
  tickets: z.int(),
  /** The buyer's secret page, which shows the state without signing in. */
  refundUrl: z.string(),
  receiptUrl: z.string().optional(),
  /** What the same run sends back to the same reader for other bookings, each with a secret page of its own. */
  others: z.array(
    z.object({
      bookingId: idSchema('booking'),
      state: z.enum(REFUND_STATES),
      amount: moneySchema,
      seating: z.enum(SEATINGS),
      tickets: z.int(),
      refundUrl: z.string(),
      receiptUrl: z.string().optional(),
    }),
  ),
});
export type RefundMail = z.infer<typeof refundMailSchema>;

/** A browser waits this long for the two slow refund calls (specification sections 7 and 9). */
export const REFUND_CALL_TIMEOUT_MS = 300_000;

const said = z.object({ message: z.string() });
const organiserRefusals = ['booking.email_mismatch'] as const;

export const refundRoutes = defineRoutes({
  sendRefundLink: {
    request: 'POST /api/send-refund-link',
    summary: 'Bookings whose money can go back, is on its way back, or could not be sent back; a page at a time',
    access: 'organiser',
    longestSilenceMs: REFUND_CALL_TIMEOUT_MS,
    body: z.strictObject({ email: emailField, cursor: codeField(400).optional() }),
    answer: z.object({
      success: z.boolean(),
      details: z.array(refundRowSchema),
      error: z.string().optional(),
      next: z.string().optional(),
    }),
    repeatable: true,
    problems: organiserRefusals,
  },
  triggerRefund: {
    request: 'POST /api/trigger-refund',
    summary: 'Starts the refund of one booking, once, however often and by however many it is pressed',
    access: 'organiser',
    longestSilenceMs: REFUND_CALL_TIMEOUT_MS,
    freshSignIn: true,
    bigAction: true,
    body: z.strictObject({ id: z.string().min(1).max(100).transform(replaceUnusable), email: emailField }),
    answer: z.object({
      success: z.boolean(),
      details: z.object({ firstname: z.string(), lastname: z.string() }).optional(),
      error: z.string().optional(),
      row: refundRowSchema.optional(),
    }),
    idempotencyKey: 'accepted',
    problems: [...organiserRefusals, 'request.approval_needed'],
  },
  returnPart: {
    request: 'POST /api/partial-returns',
    summary: "Sends a part of a booking's money back and ends the tickets named, once; the rest of the booking stands",
    access: 'organiser',
    freshSignIn: true,
    bigAction: true,
    body: z.strictObject({
      id: idSchema('booking'),
      email: emailField,
      tickets: ticketNumbers.refine((numbers) => new Set(numbers).size === numbers.length, { error: 'Each ticket can be named once' }),
      amountMinor: z
        .int({ error: 'Amount is required in dollars and cents, such as 12.50' })
        .min(1, { error: 'Amount must be greater than zero' })
        .max(100_000_000, { error: 'Amount is too large' }),
      reason: lineField('Reason', 500),
      /** Sends this gift back, all of it, and ends no ticket. */
      gift: idSchema('refund').optional(),
    }),
    answer: z.object({ row: refundRowSchema }),
    idempotencyKey: 'required',
    problems: [...organiserRefusals, 'request.approval_needed', 'payment.not_divisible', 'payment.part_refused'],
  },
  sendRefundIssued: {
    request: 'POST /api/send-refund-issued',
    summary: 'Emails every buyer who has been refunded and not told yet, once each however often it is called',
    access: 'organiser',
    longestSilenceMs: REFUND_CALL_TIMEOUT_MS,
    body: z.strictObject({ email: emailField }),
    answer: said,
    problems: organiserRefusals,
  },
  showRefundRows: {
    request: 'GET /api/refund-rows',
    summary: 'What has become of the refunds of some bookings',
    access: 'organiser',
    query: z.object({ ids: z.string().min(1).max(2_500).transform(replaceUnusable) }),
    answer: z.object({ items: z.array(refundRowSchema) }),
    problems: organiserRefusals,
  },
  showRefundLink: {
    request: 'POST /api/refund-links/:bookingId',
    summary: 'State of a refund for whoever holds its signed link, and for the buyer',
    access: 'public',
    params: z.object({ bookingId: idSchema('booking') }),
    body: linkSecretSchema,
    answer: refundShownSchema,
    repeatable: true,
    problems: ['payment.not_found', 'payment.link_ended', 'request.unavailable'],
  },
  showRefundMail: {
    request: 'GET /internal/refunds/:refundId/mail',
    summary: 'What an email about a refund says, secret link included',
    callers: ['svc-notify'],
    params: z.object({ refundId: idSchema('refund') }),
    answer: refundMailSchema,
    problems: ['payment.not_found'],
  },
});

const refundFact = {
  bookingId: idSchema('booking'),
  checkoutSessionId: z.string(),
  refundId: z.string(),
  amount: moneySchema,
  /** Which attempt of the booking it is, from 1; what is said of an older attempt is no news. */
  attempt: z.int().min(1).optional(),
  /** A partial return, which leaves the rest of the booking standing; a new attempt at one keeps its `returnId`. */
  part: z.object({ returnId: idSchema('refund'), tickets: ticketNumbers }).optional(),
};

/** A booking's money is being sent back, or a part of it. */
export const refundStartedV1 = defineFact(
  'payment.refund.started.v1',
  z.object({ ...refundFact, cause: z.enum(REFUND_CAUSES), startedAt: z.iso.datetime(), startedBy: idSchema('user').optional() }),
  ['svc-booking.follow-payments', 'svc-booking.remember-money'],
);

/** Money that could not be honoured, or that an organiser sent back, has left for the buyer. */
export const refundIssuedV1 = defineFact('payment.refund.issued.v1', z.object({ ...refundFact, issuedAt: z.iso.datetime() }), [
  'svc-booking.follow-payments',
  'svc-booking.remember-money',
]);

/** The money did not go back, or came back to us days after it had gone: somebody has to look. */
export const refundFailedV1 = defineFact(
  'payment.refund.failed.v1',
  z.object({ ...refundFact, reason: z.string(), failedAt: z.iso.datetime() }),
  ['svc-booking.follow-payments', 'svc-booking.remember-money'],
);

/**
 * A mail about a refund is owed, told once for each refund and kind; `cancellation` once for each run and reader, whose
 * other bookings it names as well. What it says is asked for by `showRefundMail`. A mail's `subjectId` is the booking's id.
 */
export const refundMailRequestedV1 = defineFact(
  'payment.refund-mail.requested.v1',
  z.object({
    refundId: idSchema('refund'),
    bookingId: idSchema('booking'),
    others: z.array(idSchema('booking')),
    kind: z.enum(REFUND_MAIL_KINDS),
  }),
  ['svc-notify.send-refund-mails'],
);

export const refundFacts = [refundStartedV1, refundIssuedV1, refundFailedV1, refundMailRequestedV1] as const;
