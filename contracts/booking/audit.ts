import { z } from 'zod';
import { auditEntrySchema } from '../core/audit-entry.ts';
import { idSchema } from '../core/ids.ts';
import { replaceUnusable } from '../core/fields.ts';
import { pageOf, pageQuery } from '../core/pagination.ts';
import { defineRoutes } from '../core/route.ts';

/** A person as the audit log shows them; without name and email when the account is gone or svc-auth is away. */
export const auditPersonSchema = z.object({ id: z.string(), name: z.string().optional(), email: z.string().optional() });
export type AuditPerson = z.infer<typeof auditPersonSchema>;

/** One entry of the audit log: who did what to which subject, when and from where. */
export const auditEntryViewSchema = z.object({
  number: z.int(),
  owner: z.enum(['gateway', 'svc-auth', 'svc-booking', 'svc-payment', 'svc-notify']),
  by: auditPersonSchema,
  act: auditEntrySchema.shape.act,
  /** With its name where it is a person whom svc-auth knows. */
  subject: auditEntrySchema.shape.subject.extend({ name: z.string().optional() }),
  bookingId: idSchema('booking').optional(),
  at: z.iso.datetime(),
  from: z.string().optional(),
  detail: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
});
export type AuditEntryView = z.infer<typeof auditEntryViewSchema>;

const day = z.iso
  .date({ error: 'must be a day, as 2026-01-31' })
  .refine((value) => value >= '1970-01-01' && value <= '2199-12-31', { error: 'must be a day from 1970 to 2199' });

export const auditRoutes = defineRoutes({
  listActs: {
    request: 'GET /api/audit-log',
    summary: 'What organisers, admins and operators did, newest first; searched by person, act, subject, booking or address',
    access: 'organiser',
    query: z.object({
      ...pageQuery,
      search: z.string().max(200, { error: 'is too long (at most 200 characters)' }).transform(replaceUnusable).optional(),
      act: auditEntrySchema.shape.act.optional(),
      /** First and last day, by the clocks of the concert's place. */
      since: day.optional(),
      until: day.optional(),
    }),
    answer: pageOf(auditEntryViewSchema),
  },
  verifyActs: {
    request: 'GET /api/audit-log/chain',
    summary: 'Reads the whole log and says whether every entry is still what was written',
    access: 'organiser',
    answer: z.object({
      entries: z.int(),
      intact: z.boolean(),
      /** From this entry on, nothing proves the log. */
      brokenAt: z.int().optional(),
      /** Entries that nothing proves, before a new chain was begun after them. */
      breaks: z
        .array(z.object({ from: z.int(), to: z.int() }))
        .readonly()
        .optional(),
    }),
  },
});
