import { z } from 'zod';
import { actSchema } from '../core/act.ts';
import { defineFact } from '../core/envelope.ts';
import { idSchema } from '../core/ids.ts';

/** The mail provider took a mail for delivery. */
export const mailAcceptedV1 = defineFact(
  'notify.mail.accepted.v1',
  z.object({ mailId: idSchema('mail'), kind: z.string(), subjectId: z.string(), acceptedAt: z.iso.datetime() }),
  ['svc-booking.mark-entries-issued', 'svc-payment.follow-mails'],
);

/** Somebody of the organisers' side did something here; svc-booking keeps the audit log. */
export const notifyActRecordedV1 = defineFact('notify.act.recorded.v1', actSchema, ['svc-booking.keep-acts']);

export const notifyFacts = [mailAcceptedV1, notifyActRecordedV1] as const;
