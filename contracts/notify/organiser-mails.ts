import { z } from 'zod';
import { defineRoutes } from '../core/route.ts';

/**
 * What organisers are told of by mail. That mails are refused is not among them: no mail of ours would arrive, so the alert says it, by a mail
 * server of its own.
 */
export const ORGANISER_MAILS = ['first-seat', 'sold-out', 'dispute', 'money-differs', 'sale-ended', 'morning'] as const;
export type OrganiserMail = (typeof ORGANISER_MAILS)[number];

/** Those that are switched off, for the whole team. */
const switches = z.object({ off: z.array(z.enum(ORGANISER_MAILS)).max(ORGANISER_MAILS.length) });

export const organiserMailRoutes = defineRoutes({
  showOrganiserMails: {
    method: 'GET',
    path: '/api/organiser-mails',
    summary: 'Which mails to organisers are switched off',
    access: 'organiser',
    answer: switches,
  },
  switchOrganiserMail: {
    method: 'PUT',
    path: '/api/organiser-mails',
    summary: 'Switches a kind of mail to organisers on or off, for the whole team',
    access: 'organiser',
    freshSignIn: true,
    body: z.strictObject({ mail: z.enum(ORGANISER_MAILS, { error: 'Mail is not one of the kinds' }), on: z.boolean() }),
    answer: switches,
    repeatable: true,
  },
});
