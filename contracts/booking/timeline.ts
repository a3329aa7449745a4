import { z } from 'zod';
import { idSchema } from '../core/ids.ts';
import { moneySchema } from '../core/money-schema.ts';
import { defineRoutes } from '../core/route.ts';
import { accessSchema, needsSchema } from './access.ts';
import { auditEntryViewSchema, auditPersonSchema } from './audit.ts';
import { storedBuyer } from './buyer.ts';
import { SEATINGS } from './seating.ts';
import { BOOKING_STATUSES, DISPUTE_STATES } from './states.ts';

const at = z.iso.datetime();

/** What is told of a booking's money; `dispute-…`: what a bank did with its payment. */
export const MONEY_NEWS = [
  ...(['settled', 'refund-started', 'refund-issued', 'refund-failed', 'gift'] as const),
  ...(['dispute-open', 'dispute-won', 'dispute-lost'] as const),
] as const;

/** One thing that happened to a booking. */
export const timelineEntrySchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('status'),
    at,
    from: z.enum(BOOKING_STATUSES).nullable(),
    to: z.enum(BOOKING_STATUSES),
    by: auditPersonSchema,
    cause: z.string(),
  }),
  z.object({
    kind: z.literal('money'),
    at,
    what: z.enum(MONEY_NEWS),
    amount: moneySchema,
    reference: z.string(),
    reason: z.string().optional(),
  }),
  z.object({
    kind: z.literal('choice'),
    at,
    /** Its holder chose after a postponement, by the link alone and so to be confirmed, or what was chosen was carried out. */
    step: z.enum(['chosen', 'to-confirm', 'carried-out']),
    /** Nobody chose: this is what silence means. */
    silent: z.boolean(),
    /** Numbers of the tickets that are given back. */
    giveBack: z.array(z.int()),
    /** Of how many of them the money is given to the welfare work. */
    gifts: z.int(),
  }),
  z.object({ kind: z.literal('act'), at, entry: auditEntryViewSchema }),
]);
export type TimelineEntry = z.infer<typeof timelineEntrySchema>;

/** A booking with all that happened to it, oldest first. */
export const timelineSchema = z.object({
  booking: z.object({
    id: idSchema('booking'),
    ...storedBuyer,
    seating: z.enum(SEATINGS),
    notickets: z.int(),
    access: accessSchema.optional(),
    needs: needsSchema.optional(),
    /** Money charged: 0 where none was. */
    amount: moneySchema,
    /** The price of the booking. */
    price: moneySchema,
    status: z.enum(BOOKING_STATUSES),
    /** The latest dispute about its payment. */
    dispute: z.enum(DISPUTE_STATES).optional(),
    /** Why it is disputed, in the provider's word, and until when that can be answered. */
    disputeReason: z.string().optional(),
    answerBy: at.optional(),
    createdAt: at,
    /** Opens the ticket page; present once paid. */
    ref2: z.string().optional(),
    /** The version of the terms that its buyer accepted, where the page that it came from named one. */
    termsVersion: z.string().optional(),
    /** Ids of its sessions, payments, refunds and disputes at the payment provider. */
    providerIds: z.array(z.string()),
  }),
  entries: z.array(timelineEntrySchema),
});
export type Timeline = z.infer<typeof timelineSchema>;

/** A payment that its buyer asks the bank to take back, and that can still be answered or waits for the bank. */
export const openDisputeSchema = z.object({
  bookingId: idSchema('booking'),
  name: z.string(),
  amount: moneySchema,
  reason: z.string().optional(),
  answerBy: at.optional(),
});
export type OpenDispute = z.infer<typeof openDisputeSchema>;

export const timelineRoutes = defineRoutes({
  listDisputes: {
    request: 'GET /api/disputes',
    summary: 'Disputes that no bank has decided, the one that has to be answered first at the top, at most 100',
    access: 'organiser',
    answer: z.object({ disputes: z.array(openDisputeSchema) }),
  },
  showTimeline: {
    request: 'GET /api/ticket-bookings/:bookingId/timeline',
    summary: 'All that happened to a booking: states, money, and what organisers did',
    access: 'organiser',
    params: z.object({ bookingId: idSchema('booking') }),
    answer: timelineSchema,
    problems: ['booking.not_found'],
  },
});
