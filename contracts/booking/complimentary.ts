import { z } from 'zod';
import { replaceUnusable, emailField, nameField, optionalPhone } from '../core/fields.ts';
import { idSchema } from '../core/ids.ts';
import { CURRENCY } from '../core/money.ts';
import { pageOf, pageQuery } from '../core/pagination.ts';
import { defineRoutes } from '../core/route.ts';
import { ticketMailFields } from './internal.ts';
import { linkSecretSchema } from './links.ts';
import { SEATINGS } from './seating.ts';

/** Groups of complimentary entries as they stand in links and addresses: HDYC family, VIP, friends and family. */
export const COMPLIMENTARY_CATEGORIES = ['h', 'v', 'f'] as const;
export type ComplimentaryCategory = (typeof COMPLIMENTARY_CATEGORIES)[number];

/** Names of the groups, as the report counts them (specification section 3). */
export const GROUP_NAMES = { h: 'HDYC Family', v: 'VIP Tickets', f: 'Friends and Family' } as const satisfies Record<
  ComplimentaryCategory,
  string
>;

const GROUP_NAME_LIST = ['HDYC Family', 'VIP Tickets', 'Friends and Family'] as const;

/** `Submitted`: its tickets are valid, their mail is on its way. `Issued`: the mail was accepted. `Revoked`: its tickets admit nobody. */
export const ENTRY_STATUSES = ['Submitted', 'Issued', 'Revoked'] as const;
export type EntryStatus = (typeof ENTRY_STATUSES)[number];

/** The forms offer 1 to 6 tickets (specification section 9). */
export const MAX_FREE_TICKETS = 6;

export const groupSchema = z.enum(COMPLIMENTARY_CATEGORIES, { error: `Category must be ${COMPLIMENTARY_CATEGORIES.join(', ')}` });

/** What an organiser says of a guest. One set of rules for the forms, the sheet and the server; texts of specification section 5. */
const guestFields = {
  name: nameField('Name', 120),
  email2: emailField,
  /** Organisers often know none. */
  phoneno: optionalPhone.default(''),
  notickets: z
    .int({ error: 'No. of Tickets is required' })
    .min(1, { error: 'No. of Tickets must be greater than 0' })
    .max(MAX_FREE_TICKETS, { error: `No. of Tickets must be at most ${MAX_FREE_TICKETS}` }),
};

/** Where seats go that no guest takes: back to the allotment of their group, or to the sale of a category, where those who wait come first. */
export const SEATS_GO_TO = ['group', ...SEATINGS] as const;
export const seatsGoToSchema = z.enum(SEATS_GO_TO, { error: 'must be group or a category' });
export type SeatsGoTo = z.infer<typeof seatsGoToSchema>;

/** A guest, alone or as a row of a sheet. */
export const guestSchema = z.strictObject(guestFields);
export type Guest = z.infer<typeof guestSchema>;

/** Confirms a further entry for somebody who has one in the group; without it, the server asks first. */
const secondEntry = { second_entry: z.boolean({ error: 'Second entry must be true or false' }).optional() };

/** Body of the three forms: `email` is the signed-in organiser's own, `email2` the guest's. */
export const entryBodySchema = z.strictObject({
  email: emailField,
  ...guestFields,
  ...secondEntry,
  status: z.literal('Submitted', { error: 'Status must be Submitted' }).default('Submitted'),
});

/** What a group may give away, and what is left of it. */
export const allotmentSchema = z.object({
  group: groupSchema,
  name: z.enum(GROUP_NAME_LIST),
  capacity: z.int(),
  issued: z.int(),
  left: z.int(),
});
export type AllotmentView = z.infer<typeof allotmentSchema>;

/** An entry as organisers see it. */
export const entryViewSchema = z.object({
  id: idSchema('complimentary'),
  group: groupSchema,
  name: z.string(),
  email2: z.string(),
  phoneno: z.string(),
  notickets: z.int(),
  status: z.enum(ENTRY_STATUSES),
  created_at: z.object({ _seconds: z.int() }),
  /** How many of its tickets are inside. */
  inside: z.int(),
});
export type EntryView = z.infer<typeof entryViewSchema>;

/** The tickets of an entry for whoever holds its link, in the shape of a booking's details; nothing was paid. */
export const complimentaryDetailsSchema = z.object({
  id: idSchema('complimentary'),
  userbookingid: idSchema('complimentary'),
  firstname: z.string(),
  lastname: z.string(),
  email: z.string(),
  phoneno: z.string(),
  seating: z.enum(GROUP_NAME_LIST),
  notickets: z.int(),
  amount: z.literal(0),
  currency: z.literal(CURRENCY),
  status: z.enum(ENTRY_STATUSES),
  created_at: z.object({ _seconds: z.int() }),
  ref2: z.string().optional(),
  tickets: z.array(z.object({ number: z.int(), code: z.string() })).optional(),
  /** Numbers of those that were given back. */
  returned: z.array(z.object({ tickets: z.array(z.int()) })).optional(),
  /** What can be given back, and until when; `own`: by whoever asks, who is signed in with the address of the entry. */
  giveBack: z.object({ until: z.iso.datetime(), tickets: z.array(z.int()), own: z.boolean() }).optional(),
});
export type ComplimentaryDetails = z.infer<typeof complimentaryDetailsSchema>;

/** What mails about an entry need; asked for at the moment of sending. */
export const complimentaryTicketMailSchema = z.object({
  entryId: idSchema('complimentary'),
  status: z.enum(ENTRY_STATUSES),
  name: z.string(),
  email: z.string(),
  group: z.enum(GROUP_NAME_LIST),
  ...ticketMailFields,
});
export type ComplimentaryTicketMail = z.infer<typeof complimentaryTicketMailSchema>;

/** Rows a sheet may have below its heading, and its size in bytes of UTF-8. */
export const MAX_SHEET_ROWS = 500;
export const MAX_SHEET_BYTES = 180_000;

/** One row of a sheet as it was read, with what keeps it from being added. `row` counts as the sheet does, from 1. */
export const sheetRowSchema = z.object({
  row: z.int(),
  name: z.string(),
  email2: z.string(),
  phoneno: z.string(),
  notickets: z.string(),
  errors: z.array(z.object({ field: z.enum(['name', 'email2', 'phoneno', 'notickets']), detail: z.string() })),
  /** Where the guest already has an entry: such a row is added only with `second_entry`. */
  known: z.string().optional(),
});
export type SheetRow = z.infer<typeof sheetRowSchema>;

const entryParams = z.object({ entryId: idSchema('complimentary') });
const entryAnswer = z.object({ ...entryViewSchema.shape, left: z.int() });

function form(path: `/api/${string}`, summary: string) {
  return {
    request: `POST ${path}`,
    summary,
    access: 'organiser',
    freshSignIn: true,
    body: entryBodySchema,
    status: 201,
    answer: entryAnswer,
    idempotencyKey: 'required',
    problems: ['booking.email_mismatch', 'booking.guest_known', 'booking.allotment_exhausted'],
  } as const;
}

export const complimentaryRoutes = defineRoutes({
  addFamilyMember: form('/api/hdyc-family-requests', 'Adds an HDYC family member and emails the tickets'),
  addVip: form('/api/vip-requests', 'Adds a VIP and emails the tickets'),
  addFriendOrFamily: form('/api/friends-and-family-requests', 'Adds a friends-and-family entry and emails the tickets'),
  listComplimentary: {
    request: 'GET /api/complimentary-entries',
    summary: 'Entries of a group, newest first, with what is left of its allotment',
    access: 'organiser',
    query: z.object({
      ...pageQuery,
      group: groupSchema,
      status: z.enum(ENTRY_STATUSES, { error: `must be ${ENTRY_STATUSES.join(', ')}` }).optional(),
      search: z.string().max(200).transform(replaceUnusable).optional(),
    }),
    answer: z.object({ ...pageOf(entryViewSchema).shape, allotment: allotmentSchema }),
    problems: ['request.sign_in_again'],
  },
  revokeComplimentary: {
    request: 'POST /api/complimentary-entries/:entryId/revoke',
    summary: 'Revokes an entry: its tickets open no door any more and go back to the allotment',
    access: 'organiser',
    freshSignIn: true,
    params: entryParams,
    answer: entryAnswer,
    problems: ['booking.entry_not_found', 'booking.entry_inside'],
  },
  resendComplimentary: {
    request: 'POST /api/complimentary-entries/:entryId/resend',
    summary: 'Emails the tickets of an entry once more',
    access: 'organiser',
    freshSignIn: true,
    params: entryParams,
    answer: entryAnswer,
    idempotencyKey: 'required',
    problems: ['booking.entry_not_found', 'booking.entry_revoked'],
  },
  giveComplimentaryBack: {
    request: 'POST /api/complimentary-entries/:entryId/give-back',
    summary: 'Ends tickets of an entry at once, for whoever is signed in with its address: a link may be passed on',
    access: 'session',
    params: entryParams,
    body: z.strictObject({ tickets: z.array(z.int().min(1).max(MAX_FREE_TICKETS)).min(1).max(MAX_FREE_TICKETS) }),
    repeatable: true,
    problems: ['booking.not_found', 'booking.not_givable', 'booking.entry_inside'],
  },
  previewImport: {
    request: 'POST /api/complimentary-entries/import-preview',
    summary: 'Reads a sheet of guests and says row by row what is wrong with it; adds nothing',
    access: 'organiser',
    body: z.strictObject({
      group: groupSchema,
      /** Cells that were copied from a spreadsheet, or what a file of separated values holds. A cell with what no field takes is told by its row. */
      text: z
        .string({ error: 'There are no cells to read' })
        .refine((text) => new TextEncoder().encode(text).length <= MAX_SHEET_BYTES, { error: 'Too many cells' })
        .transform((text) => replaceUnusable(text.replace(/\r\n?/g, '\n'))),
    }),
    answer: z.object({
      rows: z.array(sheetRowSchema),
      /** Rows that have no fault and need no confirmation, and their tickets. */
      good: z.int(),
      tickets: z.int(),
      /** What was left out: sentences for the person. */
      notes: z.array(z.string()),
      allotment: allotmentSchema,
    }),
    repeatable: true,
    problems: ['request.too_large', 'booking.sheet_unreadable'],
  },
  importComplimentary: {
    request: 'POST /api/complimentary-entries/import',
    summary:
      'Adds rows of a sheet, all or none; whoever has an entry in the group already is left out unless the row says it may be a second one',
    access: 'organiser',
    body: z.strictObject({
      group: groupSchema,
      rows: z
        .array(z.strictObject({ ...guestFields, ...secondEntry }))
        .min(1, { error: 'There is no row to add' })
        .max(MAX_SHEET_ROWS, { error: `At most ${MAX_SHEET_ROWS} rows at a time` }),
    }),
    status: 201,
    answer: z.object({ added: z.int(), skipped: z.int(), tickets: z.int(), left: z.int() }),
    idempotencyKey: 'required',
    freshSignIn: true,
    problems: ['request.too_large', 'booking.allotment_exhausted'],
  },
  downloadComplimentaryTickets: {
    request: 'POST /api/complimentary-entries/:entryId/tickets.pdf',
    summary: 'The tickets of an entry as a PDF on a sheet to be cut, for an organiser or whoever holds the signed link',
    access: 'public',
    params: entryParams,
    body: linkSecretSchema,
    repeatable: true,
    problems: ['request.sign_in_again', 'booking.not_found', 'booking.link_ended', 'booking.no_tickets'],
    status: 200,
  },
  showComplimentaryTicketMail: {
    request: 'GET /internal/complimentary/:entryId/ticket-mail',
    summary: 'What emails about a complimentary entry say; one that was revoked has no tickets',
    callers: ['svc-notify'],
    params: entryParams,
    answer: complimentaryTicketMailSchema,
    problems: ['booking.entry_not_found'],
  },
});
