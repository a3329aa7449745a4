import { z } from 'zod';
import { ACCOUNT_MAILS } from '../auth/account-mails.ts';
import { emailField } from '../core/fields.ts';
import { idSchema } from '../core/ids.ts';
import { pageOf, pageQuery } from '../core/pagination.ts';
import { readinessRowSchema } from '../core/readiness.ts';
import { defineRoutes } from '../core/route.ts';
import { codeMailRoutes } from './code-mails.ts';
import { CONTACT_STATES, contactBodySchema, contactMessageSchema } from './contact.ts';
import { messageRunRoutes } from './message-runs.ts';
import { ownDataRoutes } from './personal-data.ts';
import { recipientRoutes, RENEWAL_TIMEOUT_MS } from './recipients.ts';
import { timedMessageRoutes } from './timed-messages.ts';

export const MAIL_KINDS = [
  'ticket',
  ...ACCOUNT_MAILS,
  'payment-not-taken',
  'choice-changed',
  'returning-changed',
  'waiting-joined',
  'waiting-offered',
  'waiting-missed',
  'complimentary-ticket',
  'complimentary-revoked',
  'invitation',
  'invitation-reminder',
  'refund-started',
  'refund-issued',
  'cancellation',
  'gift-receipt',
  'contact-received',
  'contact-digest',
  'contact-acknowledged',
  'sender-test',
  'organiser-news',
  'message',
] as const;

/** Their readers ask for them again themselves, or they are of their moment only: no organiser can send them again. */
export const MAILS_NEVER_RESENT: ReadonlySet<(typeof MAIL_KINDS)[number]> = new Set([
  ...ACCOUNT_MAILS,
  'invitation',
  'invitation-reminder',
  'sender-test',
  'organiser-news',
] as const);

/** Mails to guests: their subject is a complimentary entry, whose address an organiser can correct. */
export const MAILS_TO_GUESTS: ReadonlySet<(typeof MAIL_KINDS)[number]> = new Set([
  'complimentary-ticket',
  'complimentary-revoked',
] as const);

/** How far we are with a mail: not yet taken by the provider, taken, or no longer tried. */
export const MAIL_STATES = ['waiting', 'accepted', 'given_up'] as const;

/** What the provider told of an accepted mail's way to its reader. `dropped`: never tried, the provider knows the address as bad. */
export const MAIL_DELIVERIES = ['deferred', 'delivered', 'bounced', 'dropped', 'spam'] as const;

/** A mail's way to its reader, without its words. */
export const mailViewSchema = z.object({
  id: idSchema('mail'),
  kind: z.enum(MAIL_KINDS),
  subjectId: z.string(),
  /** The booking it is about, where there is one. */
  bookingId: idSchema('booking').optional(),
  state: z.enum(MAIL_STATES),
  attempts: z.int(),
  createdAt: z.iso.datetime(),
  sentAt: z.iso.datetime().optional(),
  lastFault: z.string().optional(),
  /** Absent until the provider told something. */
  delivery: z.enum(MAIL_DELIVERIES).optional(),
  deliveryAt: z.iso.datetime().optional(),
  /** Why it was deferred, bounced or dropped, in fixed words. */
  deliveryFault: z.string().optional(),
  /** The mail that an organiser had sent again as this one. */
  resendOf: idSchema('mail').optional(),
  /** Whose booking or entry it is about; among mails in trouble only, and absent while svc-booking is away. The phone number may be empty. */
  who: z.object({ name: z.string(), email: z.string(), phone: z.string() }).optional(),
});
export type MailView = z.infer<typeof mailViewSchema>;

export const notifyRoutes = defineRoutes({
  ...ownDataRoutes,
  ...messageRunRoutes,
  ...recipientRoutes,
  ...timedMessageRoutes,
  showNotifyReadiness: {
    request: 'GET /internal/readiness/mails',
    summary: 'Whether emails, and the site that they lead to, are ready for a sale',
    callers: ['svc-booking'],
    answer: z.object({ rows: z.array(readinessRowSchema) }),
  },
  sendTestMail: {
    request: 'POST /api/go-live/test-mail',
    summary: "Sends an email to the organisers' address, to see that emails of this sender arrive",
    access: 'admin',
    status: 202,
    answer: z.object({ to: z.string() }),
    problems: ['request.too_many'],
  },
  ...codeMailRoutes,
  sendContactMessage: {
    request: 'POST /api/contact-messages',
    summary: 'Takes a message of a visitor; it is kept, emailed to the organisers and acknowledged to the sender',
    access: 'public',
    body: contactBodySchema,
    status: 201,
    answer: z.object({ id: idSchema('contact'), receivedAt: z.iso.datetime() }),
    idempotencyKey: 'accepted',
    problems: ['request.too_many', 'notify.too_many_mails'],
  },
  listContactMessages: {
    request: 'GET /api/contact-messages',
    summary: 'Messages from visitors, newest first; all, those that nobody answered yet, or the others',
    access: 'organiser',
    query: z.object({ ...pageQuery, state: z.enum(CONTACT_STATES).optional() }),
    answer: pageOf(contactMessageSchema),
    problems: ['request.sign_in_again'],
  },
  markContactMessage: {
    request: 'POST /api/contact-messages/:contactId/answered',
    summary:
      "Says that a message was answered, or that it was not after all. The answer itself goes from the organiser's own email program. Repeating it changes nothing",
    access: 'organiser',
    params: z.object({ contactId: idSchema('contact') }),
    body: z.strictObject({ answered: z.boolean() }),
    answer: contactMessageSchema,
    repeatable: true,
    problems: ['notify.message_not_found'],
  },
  showDesk: {
    request: 'GET /api/desk',
    summary: 'How many emails, messages and people wait for an organiser',
    access: 'organiser',
    answer: z.object({
      mailsInTrouble: z.int().min(0),
      openMessages: z.int().min(0),
      /** Of message runs: no mail reaches them, and nobody has called. */
      peopleUnreached: z.int().min(0),
    }),
  },
  receiveMailEvents: {
    request: 'POST /api/sendgrid-events',
    summary: "Takes the email provider's signed messages about what became of emails",
    access: 'public',
    bodyKind: 'raw',
    answer: z.object({ received: z.literal(true) }),
    problems: ['notify.signature_refused', 'request.malformed', 'request.unavailable'],
  },
  listMails: {
    request: 'GET /api/mails',
    summary: 'Emails with their delivery state, newest first; all, those of one booking, or those that need attention',
    access: 'organiser',
    query: z.object({
      ...pageQuery,
      booking: idSchema('booking').optional(),
      /** Only mails that were given up, bounced, dropped or reported as spam. */
      trouble: z.literal('true', { error: 'must be true or absent' }).optional(),
    }),
    answer: pageOf(mailViewSchema),
    problems: ['request.sign_in_again'],
  },
  listBookingMails: {
    request: 'GET /internal/booking-mails/:bookingId',
    summary: 'Emails of a booking with their delivery state, newest first, at most 100',
    callers: ['svc-booking'],
    params: z.object({ bookingId: idSchema('booking') }),
    answer: z.object({ items: z.array(mailViewSchema) }),
  },
  resendMail: {
    request: 'POST /api/mails/:mailId/resend',
    summary:
      'Sends an email again, to a corrected address where one is given: that address then counts for every later email of its booking, whose tickets are replaced, because the old ones went elsewhere',
    access: 'organiser',
    freshSignIn: true,
    longestSilenceMs: RENEWAL_TIMEOUT_MS,
    params: z.object({ mailId: idSchema('mail') }),
    body: z.strictObject({ email: emailField.optional() }),
    status: 202,
    /** The mail that is now on its way: a new one, or the same while it still waits. */
    answer: mailViewSchema,
    idempotencyKey: 'accepted',
    problems: [
      'notify.mail_not_found',
      'notify.mail_not_resendable',
      'notify.address_not_correctable',
      'booking.renewed_too_often',
      'request.unavailable',
    ],
  },
});
