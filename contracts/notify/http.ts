import { z } from 'zod';
import { idSchema } from '../core/ids.ts';
import { pageOf, pageQuery } from '../core/page.ts';
import { defineRoutes } from '../core/route.ts';

export const MAIL_KINDS = ['ticket', 'verification', 'password-reset', 'account-exists'] as const;
export const MAIL_STATES = ['waiting', 'accepted', 'given_up'] as const;

/** A mail's way to its reader, without its words. */
export const mailViewSchema = z.object({
  id: idSchema('mail'),
  kind: z.enum(MAIL_KINDS),
  subjectId: z.string(),
  state: z.enum(MAIL_STATES),
  attempts: z.int(),
  createdAt: z.iso.datetime(),
  sentAt: z.iso.datetime().optional(),
  lastFault: z.string().optional(),
});
export type MailView = z.infer<typeof mailViewSchema>;

export const notifyRoutes = defineRoutes({
  listMails: {
    method: 'GET',
    path: '/api/mails',
    summary: 'Mails with their delivery state, newest first; all, or those of one booking',
    access: 'organiser',
    query: z.object({ ...pageQuery, booking: idSchema('booking').optional() }),
    answer: pageOf(mailViewSchema),
    problems: ['request.invalid', 'request.session_required', 'request.forbidden'],
  },
});
