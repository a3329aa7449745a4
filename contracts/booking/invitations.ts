import { z } from 'zod';
import { lineField } from '../core/fields.ts';
import { idSchema } from '../core/ids.ts';
import { pageOf, pageQuery } from '../core/pagination.ts';
import { defineRoutes } from '../core/route.ts';
import { entryViewSchema, groupSchema, guestSchema, MAX_FREE_TICKETS, MAX_SHEET_ROWS, seatsGoToSchema } from './complimentary.ts';
import { ticketMailFields } from './internal.ts';
import { linkSecretSchema } from './links.ts';

const lastDay = { group: groupSchema, lastDay: z.iso.date({ error: 'Last day is required' }) };
const seats = z
  .int({ error: 'Seats are required' })
  .min(1, { error: 'Seats must be greater than 0' })
  .max(MAX_SHEET_ROWS, { error: `Seats must be at most ${MAX_SHEET_ROWS}` });

/**
 * A link for an inviter, who hands it on, or one for each guest of a sheet, by email. `lastDay`: by the clocks of the venue. `rest`: where seats go that
 * nobody claimed, to the group unless said otherwise.
 */
export const inviteSchema = z.discriminatedUnion('for', [
  z.strictObject({ for: z.literal('inviter'), ...lastDay, label: lineField('Inviter', 120), seats, rest: seatsGoToSchema.optional() }),
  z.strictObject({ for: z.literal('guests'), ...lastDay, rows: z.array(guestSchema).min(1).max(MAX_SHEET_ROWS) }),
]);

/** `over`: it was ended, answered, or its time has passed. */
export const INVITATION_STATES = ['open', 'full', 'over'] as const;

const invitationFields = {
  id: idSchema('invitation'),
  /** The inviter, or the one guest it is for. */
  name: z.string(),
  until: z.iso.datetime(),
  state: z.enum(INVITATION_STATES),
  /** What the one guest answered. */
  answer: z.enum(['yes', 'no']).optional(),
};

/** An invitation as organisers see it, without its secret. */
const invitationViewSchema = z.object({
  ...invitationFields,
  seats: z.int(),
  claimed: z.int(),
  /** Where the seats of an inviter's link go that nobody claimed, unless to the group. */
  rest: seatsGoToSchema.optional(),
  /** Of the one guest it is for. */
  email: z.string().optional(),
  claims: z.array(entryViewSchema.pick({ id: true, name: true, email2: true, notickets: true, status: true })),
});
export type InvitationView = z.infer<typeof invitationViewSchema>;

/** An invitation as whoever has its link sees it. `personal`: for one guest, whose name and email are known. */
const invitationShownSchema = z.object({
  ...invitationFields,
  personal: z.boolean(),
  left: z.int(),
  concert: ticketMailFields.concert,
});
export type InvitationShown = z.infer<typeof invitationShownSchema>;

/** What emails to one guest say; asked for at the moment of sending. `quietUrl`: where an email program says that no reminder is wanted. */
const invitationMailSchema = invitationShownSchema.extend({ email: z.string(), url: z.string(), quietUrl: z.string() });
export type InvitationMail = z.infer<typeof invitationMailSchema>;

/** What somebody with an inviter's link says of themselves. */
export const claimSchema = guestSchema.omit({ phoneno: true });

const params = z.object({ invitationId: idSchema('invitation') });

export const invitationRoutes = defineRoutes({
  invite: {
    request: 'POST /api/invitations',
    summary: 'Takes seats from an allotment for the link of an inviter, or for a link for each guest, by email',
    access: 'organiser',
    freshSignIn: true,
    body: inviteSchema,
    status: 201,
    answer: z.object({ made: z.int(), skipped: z.int(), seats: z.int(), url: z.string().optional() }),
    idempotencyKey: 'required',
    problems: ['request.too_large', 'booking.allotment_exhausted', 'booking.concert_cancelled'],
  },
  listInvitations: {
    request: 'GET /api/invitations',
    summary: 'Invitations of a group, newest first, with who claimed what',
    access: 'organiser',
    query: z.object({ ...pageQuery, group: groupSchema }),
    answer: pageOf(invitationViewSchema),
    problems: ['request.sign_in_again'],
  },
  endInvitation: {
    request: 'POST /api/invitations/:invitationId/end',
    summary: 'Ends a link: what nobody claimed goes where its link says, else back to the allotment; does nothing when it has ended',
    access: 'organiser',
    params,
    repeatable: true,
    problems: ['booking.invitation_not_found'],
  },
  showInvitation: {
    // Asks only, but with the secret of a link, which belongs into no address: addresses stand in logs.
    request: 'POST /api/invitation-links/:invitationId',
    summary: 'An invitation, for whoever holds its signed link',
    access: 'public',
    params,
    body: linkSecretSchema,
    answer: invitationShownSchema,
    repeatable: true,
    problems: ['booking.invitation_not_found'],
  },
  claimInvitation: {
    request: 'POST /api/invitation-links/:invitationId/claim',
    summary:
      'Claims tickets by an inviter’s link, once for an email, or answers an own invitation with a number, or no; emails the tickets',
    access: 'public',
    params,
    body: linkSecretSchema.extend({ claim: claimSchema.optional(), tickets: z.int().min(0).max(MAX_FREE_TICKETS).optional() }),
    status: 201,
    answer: z.object({ tickets: z.int() }),
    idempotencyKey: 'required',
    problems: ['booking.invitation_not_found', 'booking.invitation_over', 'booking.invitation_full', 'booking.invitation_answered'],
  },
  quietInvitation: {
    request: 'POST /api/invitation-links/:invitationId/one-click',
    summary: 'No reminder of an invitation, by the secret in the header of its email and the button of an email program (RFC 8058)',
    access: 'public',
    params,
    query: z.object(linkSecretSchema.shape),
    bodyKind: 'ignored',
    repeatable: true,
    problems: ['booking.invitation_not_found'],
  },
  showInvitationMail: {
    request: 'GET /internal/invitation-mails/:invitationId',
    summary: 'What the email with an invitation says',
    callers: ['svc-notify'],
    params,
    answer: invitationMailSchema,
    problems: ['booking.invitation_not_found'],
  },
});
