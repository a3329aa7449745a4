import { z } from 'zod';
import { idSchema } from './ids.ts';

/**
 * Every action that is recorded. The organisers' screens hold a sentence for each: a new one does not compile without its sentence. A type
 * and not a part of the schema below, so that a service still takes what a newer neighbour records.
 */
export type AuditedAct =
  | `approval.${'asked' | 'given' | 'refused' | 'told' | 'used'}`
  | 'admission.taken-back'
  | 'approval-rule.changed'
  | 'audit-log.chain-begun'
  | `backup.${'made' | 'rehearsed' | 'restored'}`
  | 'booking.seats-freed'
  | `cancellation-run.${'started' | 'paused' | 'resumed'}`
  | `complimentary.${'added' | 'given-back' | 'imported' | 'revoked' | 'resent' | 'renewed'}`
  | `concert.${'postponed' | 'prices-confirmed' | 'sale-opened' | 'settings-changed' | 'state-changed'}`
  | `contact-message.${'answered' | 'reopened'}`
  | 'dead-letter.dropped'
  | 'dead-letters.redriven'
  | `helper-link.${'made' | 'opened' | 'ended'}`
  | 'hold.released'
  | `invitation.${'made' | 'ended' | 'claimed'}`
  | 'job.released'
  | `keys.${'announced' | 'rotated' | 'dropped'}`
  | 'mail.resent'
  | `message-run.${'started' | 'paused' | 'resumed'}`
  | 'money-task.resolved'
  | 'names.looked-up'
  | 'partial-return.requested'
  | 'gift.sent-back'
  | `passkey.${'added' | 'removed'}`
  | 'passkeys.removed'
  | 'recipient.called'
  | 'reconciler.run'
  | `refund.${'requested' | 'settled-otherwise'}`
  | 'refund-mail.requested'
  | 'rehearsal.forgotten'
  | 'dispute-file.exported'
  | 'report.exported'
  | 'role.changed'
  | 'sessions.ended'
  | 'tickets.renewed'
  | 'timed-message.changed'
  | `waiting.${'offered' | 'removed' | 'closed' | 'opened'}`;

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
