import { z } from 'zod';
import { auditEntrySchema } from '../core/audit-entry.ts';
import { defineFact } from '../core/envelope.ts';
import { idSchema } from '../core/ids.ts';
import { ACCOUNT_MAILS } from './account-mails.ts';

/** A mail about an account has to be sent. Its words and its secret link are asked for when it is sent. */
export const accountMailRequestedV1 = defineFact(
  'auth.account-mail.requested.v1',
  z.object({
    mailRef: z.string(),
    userId: idSchema('user'),
    kind: z.enum(ACCOUNT_MAILS),
    /** SHA-256 of the secret of the browser that asked, in base64url: it is told when the mail is refused. */
    askedBy: z.string().optional(),
  }),
  ['svc-notify.send-account-mails'],
);

/** An organiser, an admin or an operator did something here; svc-booking keeps the audit log. */
export const authActRecordedV1 = defineFact('auth.act.recorded.v1', auditEntrySchema, ['svc-booking.keep-acts']);

/** Somebody had their account erased. Whoever keeps data by the address asks svc-auth for it: no fact carries it. */
export const accountErasedV1 = defineFact('auth.account.erased.v1', z.object({ userId: idSchema('user') }), [
  'svc-booking.erase-people',
  'svc-notify.erase-people',
]);

export const authFacts = [accountMailRequestedV1, authActRecordedV1, accountErasedV1] as const;
