import { z } from 'zod';
import { idSchema } from './ids.ts';

/**
 * One action of an organiser, an admin or an operator, as the service where it happened reports it to the audit log: who did what to which
 * subject, when and from where. Each service records it as `<owner>.act.recorded.v1` in the transaction of the action itself.
 */
export const auditEntrySchema = z.object({
  /** The signed-in person, or `operator` for the command line. */
  actor: z.union([idSchema('user'), z.literal('operator')]),
  /** What was done, as `noun.past-tense`, for example `refund.requested`. */
  act: z.string().regex(/^[a-z-]+\.[a-z-]+$/),
  subject: z.object({ kind: z.string().regex(/^[a-z-]+$/), id: z.string().min(1).max(200) }),
  /** The booking it concerns, where there is one, so that a booking's timeline finds it. */
  bookingId: idSchema('booking').optional(),
  at: z.iso.datetime(),
  /** Network address the gateway saw; absent for operators. */
  from: z.string().max(60).optional(),
  /** Facts of the act (amounts, states, counts); never a name, an address or a secret. */
  detail: z.record(z.string(), z.union([z.string().max(500), z.number(), z.boolean()])).default({}),
});
export type AuditEntry = z.infer<typeof auditEntrySchema>;
