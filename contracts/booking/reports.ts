import { z } from 'zod';
import { codeField, replaceUnusable, emailField } from '../core/fields.ts';
import { idSchema } from '../core/ids.ts';
import { CURRENCY } from '../core/money.ts';
import { defineRoutes } from '../core/route.ts';
import { accessSchema, needsSchema } from './access.ts';
import { storedBuyer } from './buyer.ts';
import { ENTRY_STATUSES, GROUP_NAMES } from './complimentary.ts';
import { SEATINGS } from './seating.ts';
import { BOOKING_STATUSES, DISPUTE_STATES, type DisputeState } from './states.ts';

/** What the report counts separately (specification section 3): the seating categories, then the complimentary groups. */
export const REPORT_CATEGORIES = [...SEATINGS, GROUP_NAMES.h, GROUP_NAMES.v, GROUP_NAMES.f] as const;
export type ReportCategory = (typeof REPORT_CATEGORIES)[number];

export const REPORT_STATUSES = [...BOOKING_STATUSES, ...ENTRY_STATUSES] as const;
export type ReportStatus = (typeof REPORT_STATUSES)[number];

/** What organisers read for each status, on the screen as in the spreadsheet. */
export const REPORT_STATUS_WORDS = {
  pending: 'Pending',
  paid: 'Paid',
  failed: 'Failed',
  cancelled: 'Cancelled',
  expired: 'Expired',
  late_paid: 'Paid too late',
  refund_requested: 'Refund requested',
  refunded: 'Refunded',
  refund_failed: 'Refund failed',
  charged_back: 'Charged back',
  Submitted: 'Submitted',
  Issued: 'Issued',
  Revoked: 'Revoked',
} as const satisfies Record<ReportStatus, string>;

/** What organisers read beside the status of a booking whose payment is, or was, disputed. */
export const DISPUTE_WORDS = { open: 'Disputed', won: 'Dispute won', lost: 'Dispute lost' } as const satisfies Record<DisputeState, string>;

/** With a leading minus in reverse order, as `-created` for newest first. */
export const REPORT_SORTS = ['-created', 'created', 'name', '-name', 'amount', '-amount'] as const;
export type ReportSort = (typeof REPORT_SORTS)[number];

/** Most bookings one call answers. */
export const MAX_REPORT_ROWS = 1_000;

/** A booking or complimentary entry in the report. Money is for the whole of it, in minor units. */
export const reportRowSchema = z.object({
  id: z.string(),
  userbookingid: z.string(),
  ...storedBuyer,
  seating: z.enum(REPORT_CATEGORIES),
  notickets: z.int(),
  /** Money charged: 0 where none was. Money that went back later is still counted here. */
  amount: z.int(),
  /** The price of the booking. */
  price: z.int(),
  /** How many of its tickets are given back once someone takes the seats; absent where none. */
  returning: z.int().optional(),
  currency: z.literal(CURRENCY),
  status: z.enum(REPORT_STATUSES),
  /** Its accessible seat, with the companions that are left. */
  access: accessSchema.optional(),
  /** Until they are erased. */
  needs: needsSchema.optional(),
  /** The latest dispute about its payment. */
  dispute: z.enum(DISPUTE_STATES).optional(),
  created_at: z.object({ _seconds: z.int() }),
  /** Given back as `cursor`, continues the list after this row. */
  cursor: z.string(),
});
export type ReportRow = z.infer<typeof reportRowSchema>;

/** What one category has in one status. */
export const reportCellSchema = z.object({
  category: z.enum(REPORT_CATEGORIES),
  status: z.enum(REPORT_STATUSES),
  bookings: z.int(),
  tickets: z.int(),
  /** Money charged for them. */
  amountMinor: z.int(),
});
export type ReportCell = z.infer<typeof reportCellSchema>;

/** A category's line of the totals. */
export const reportTotalSchema = z.object({
  category: z.enum(REPORT_CATEGORIES),
  /** General counts tickets; the others count bookings (specification section 9), or entries in the complimentary groups. */
  countedBy: z.enum(['ticket', 'booking', 'entry']),
  count: z.int(),
  /** Those with valid tickets or money we still have: paid, and being refunded; entries that are not revoked. */
  bookings: z.int(),
  tickets: z.int(),
  /** Money charged, whatever became of it since: the books tell that. */
  chargedMinor: z.int(),
  /** Tickets that are taken, of as many as there are. */
  sold: z.int(),
  capacity: z.int(),
  /** Tickets kept for people who are paying now. */
  held: z.int(),
});
export type ReportTotal = z.infer<typeof reportTotalSchema>;

export const reportSchema = z.object({
  currency: z.literal(CURRENCY),
  timeZone: z.string(),
  categories: z.array(reportTotalSchema),
  cells: z.array(reportCellSchema),
  /** Tickets sold today by the clocks of the concert's place, whatever went back since. */
  soldToday: z.int(),
});
export type Report = z.infer<typeof reportSchema>;

function oneOf<const T extends readonly [string, ...string[]]>(values: T, field: string) {
  return z
    .array(z.enum(values, { error: `${field} is not known` }), { error: `${field} must be a list` })
    .min(1, { error: `${field} must not be empty` })
    .max(values.length, { error: `${field} has too many values` });
}

export const EXPORT_FILE = 'concert_bookings.xlsx';

export const reportRoutes = defineRoutes({
  getBookings: {
    request: 'POST /api/get-bookings',
    summary: 'Bookings and complimentary entries, newest first unless asked otherwise, each with the place where the list goes on after it',
    access: 'organiser',
    body: z.strictObject({
      email: emailField,
      search: z
        .string({ error: 'Search must be text' })
        .max(200, { error: 'Search is too long (at most 200 characters)' })
        .transform(replaceUnusable)
        .optional(),
      status: oneOf(REPORT_STATUSES, 'Status').optional(),
      seating: oneOf(REPORT_CATEGORIES, 'Seating').optional(),
      sort: z.enum(REPORT_SORTS, { error: `Sort must be ${REPORT_SORTS.join(', ')}` }).default('-created'),
      limit: z
        .int({ error: 'Limit must be a whole number' })
        .min(1, { error: 'Limit must be at least 1' })
        .max(MAX_REPORT_ROWS, { error: `Limit must be at most ${MAX_REPORT_ROWS}` })
        .default(MAX_REPORT_ROWS),
      cursor: codeField(600, 'Cursor is not a place in this list').optional(),
    }),
    answer: z.array(reportRowSchema),
    repeatable: true,
    problems: ['booking.email_mismatch', 'request.sign_in_again'],
  },
  showReport: {
    request: 'GET /api/bookings-report',
    summary: "Totals for each category and status, and the tickets sold today at the concert's place",
    access: 'organiser',
    answer: reportSchema,
  },
  exportBookings: {
    request: 'POST /api/export-bookings',
    summary: 'All bookings and complimentary entries, or some of them, as a spreadsheet, concert_bookings.xlsx',
    access: 'organiser',
    freshSignIn: true,
    // It is written while seats are sold, and gives way to that.
    longestSilenceMs: 60_000,
    body: z.strictObject({
      email: emailField,
      /** Those that a search found; all where it is absent. */
      ids: z
        .array(z.union([idSchema('booking'), idSchema('complimentary')], { error: 'Id is not known' }))
        .min(1, { error: 'Ids must not be empty' })
        .max(MAX_REPORT_ROWS, { error: `Ids must be at most ${MAX_REPORT_ROWS}` })
        .optional(),
    }),
    status: 200,
    problems: ['booking.email_mismatch', 'booking.export_busy'],
  },
});
