import { z } from 'zod';
import { defineFact } from '../core/envelope.ts';
import { idSchema } from '../core/ids.ts';

/** The mail provider took a mail for delivery. */
export const mailAcceptedV1 = defineFact(
  'notify.mail.accepted.v1',
  z.object({ mailId: idSchema('mail'), kind: z.string(), subjectId: z.string(), acceptedAt: z.iso.datetime() }),
);

export const notifyFacts = [mailAcceptedV1] as const;
