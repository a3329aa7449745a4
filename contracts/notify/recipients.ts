import { z } from 'zod';
import { emailField } from '../core/fields.ts';
import { idSchema } from '../core/ids.ts';
import { pageOf, pageQuery } from '../core/pagination.ts';
import { defineRoutes } from '../core/route.ts';
import { READER_KINDS } from '../booking/reader-messages.ts';

/** Where a recipient stands. `unreached`: no mail reaches this person; `left`: the person left the list before being mailed, or it no longer held for them. */
export const RECIPIENT_STATES = ['under_way', 'delivered', 'unreached', 'left'] as const;
export type RecipientState = (typeof RECIPIENT_STATES)[number];

export const recipientSchema = z.object({
  id: idSchema('recipient'),
  reader: z.enum(READER_KINDS),
  state: z.enum(RECIPIENT_STATES),
  /** Empty of people who were erased. */
  name: z.string(),
  email: z.string(),
  phone: z.string(),
  /** Bookings and complimentary entries of this person. */
  of: z.array(z.union([idSchema('booking'), idSchema('complimentary')])),
  /** The latest mail of this run to this person. */
  mailId: idSchema('mail').optional(),
  /** Why no mail reached this person, in fixed words. */
  reason: z.string().optional(),
  /** When somebody called this person. */
  calledAt: z.iso.datetime().optional(),
});
export type RecipientView = z.infer<typeof recipientSchema>;

/** Replacing the tickets of a corrected address asks svc-booking for each booking. */
export const RENEWAL_TIMEOUT_MS = 30_000;
const runParams = z.object({ runId: idSchema('messageRun') });
const recipientParams = z.object({ runId: idSchema('messageRun'), recipientId: idSchema('recipient') });

export const recipientRoutes = defineRoutes({
  listRecipients: {
    request: 'GET /api/message-runs/:runId/recipients',
    summary: 'The people of a run who stand in one state, with name and phone',
    access: 'organiser',
    params: runParams,
    query: z.object({ ...pageQuery, state: z.enum(RECIPIENT_STATES, { error: `must be ${RECIPIENT_STATES.join(', ')}` }) }),
    answer: pageOf(recipientSchema),
    problems: ['request.sign_in_again', 'notify.message_run_not_found', 'request.unavailable'],
  },
  correctRecipient: {
    request: 'POST /api/message-runs/:runId/recipients/:recipientId/correct',
    summary:
      'Corrects the address of a person and sends what was missed again: the message, tickets in place of those that went elsewhere, and each email of their bookings that is in trouble',
    access: 'organiser',
    freshSignIn: true,
    longestSilenceMs: RENEWAL_TIMEOUT_MS,
    params: recipientParams,
    body: z.strictObject({ email: emailField }),
    status: 202,
    answer: recipientSchema,
    idempotencyKey: 'required',
    problems: [
      'notify.recipient_not_found',
      'notify.recipient_not_mailed',
      'notify.address_not_correctable',
      'booking.renewed_too_often',
      'request.unavailable',
    ],
  },
  noteCall: {
    request: 'POST /api/message-runs/:runId/recipients/:recipientId/call',
    summary: 'Notes that someone called a person whom no email reaches; noting it again changes nothing',
    access: 'organiser',
    params: recipientParams,
    answer: recipientSchema,
    repeatable: true,
    problems: ['notify.recipient_not_found', 'notify.recipient_not_unreached', 'request.unavailable'],
  },
});
