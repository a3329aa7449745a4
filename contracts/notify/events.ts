import { z } from 'zod';
import { auditEntrySchema } from '../core/audit-entry.ts';
import { defineFact } from '../core/envelope.ts';
import { idSchema } from '../core/ids.ts';

/** The mail provider took a mail for delivery. Not told of mails that nobody else waits for: tickets of a booking, and message runs. */
export const mailAcceptedV1 = defineFact(
  'notify.mail.accepted.v1',
  z.object({ mailId: idSchema('mail'), kind: z.string(), subjectId: z.string(), acceptedAt: z.iso.datetime() }),
  ['svc-booking.mark-entries-issued', 'svc-payment.follow-mails'],
);

/** A mail is no longer tried: what it says cannot be said, or its news is a day old. Whatever waits for it waits no longer. */
export const mailGivenUpV1 = defineFact(
  'notify.mail.given-up.v1',
  z.object({ mailId: idSchema('mail'), kind: z.string(), subjectId: z.string(), givenUpAt: z.iso.datetime() }),
  ['svc-payment.follow-mails'],
);

/** Somebody of the organisers' side did something here; svc-booking keeps the audit log. */
export const notifyActRecordedV1 = defineFact('notify.act.recorded.v1', auditEntrySchema, ['svc-booking.keep-acts']);

export const notifyFacts = [mailAcceptedV1, mailGivenUpV1, notifyActRecordedV1] as const;
