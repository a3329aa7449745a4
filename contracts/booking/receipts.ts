import { z } from 'zod';
import { idSchema } from '../core/ids.ts';
import { defineRoutes } from '../core/route.ts';
import { linkSecretSchema } from './links.ts';

/** A receipt as page and PDF show it, in words; it says the concert and the organiser as they were when the money came. */
export const receiptSchema = z.object({
  /** Such as `2026-00017`; absent for the seconds until it has one. */
  number: z.string().optional(),
  title: z.string(),
  organiser: z.string(),
  organiserAddress: z.string(),
  facts: z.array(z.object({ term: z.string(), value: z.string() })),
  /** What happened with the money, oldest first; below zero where it went back. `on`: the day at the venue, as MM/dd/yyyy. */
  lines: z.array(z.object({ what: z.string(), on: z.string(), amountMinor: z.int() })),
  totalMinor: z.int(),
  notes: z.array(z.string()),
});
export type ReceiptView = z.infer<typeof receiptSchema>;

/* Both ask only, but with the secret of a link, which belongs into no address: addresses stand in logs. */
const asked = { access: 'public', params: z.object({ bookingId: idSchema('booking') }), body: linkSecretSchema, repeatable: true } as const;

export const receiptRoutes = defineRoutes({
  showReceipt: {
    request: 'POST /api/ticket-bookings/:bookingId/receipt',
    summary: 'The receipt of a booking whose money was taken, for the owner, an organiser, or whoever holds the signed link',
    ...asked,
    answer: receiptSchema,
    problems: ['booking.not_found', 'booking.link_ended'],
  },
  downloadReceipt: {
    request: 'POST /api/ticket-bookings/:bookingId/receipt.pdf',
    summary: 'The receipt as a PDF, for the same people',
    ...asked,
    problems: ['booking.not_found', 'booking.link_ended', 'booking.no_receipt'],
    status: 200,
  },
});
