import { z } from 'zod';
import { idSchema } from '../core/ids.ts';
import { defineRoutes } from '../core/route.ts';
import { accountDataSchema } from './account-data.ts';
import { ERASURE_WORD } from './account-rules.ts';

/** The services that look for an erased person by their address, and report to svc-auth when nothing is left. */
export const ERASING_SERVICES = ['svc-booking', 'svc-notify'] as const;
export type ErasingService = (typeof ERASING_SERVICES)[number];

const byAccount = z.object({ userId: idSchema('user') });

export const erasureRoutes = defineRoutes({
  eraseAccount: {
    request: 'POST /api/profile/erasure',
    summary:
      'Erases the signed-in person here and in every other service, where none of their money is on its way; bookings stay without name, email and phone',
    access: 'session',
    freshSignIn: true,
    body: z.strictObject({ confirmation: z.literal(ERASURE_WORD, { error: `Please type ${ERASURE_WORD}` }) }),
    answer: z.object({ erasedAt: z.iso.datetime() }),
    problems: ['auth.money_open', 'auth.role_held'],
  },
  showErasure: {
    request: 'GET /internal/erasures/:userId',
    summary:
      'The address of someone who is being erased, so that no fact carries it; null once every service has reported that nothing is left',
    callers: ERASING_SERVICES,
    params: byAccount,
    answer: z.object({ email: z.string().nullable() }),
    problems: ['auth.user_not_found'],
  },
  reportErasure: {
    request: 'POST /internal/erasures/:userId/reports',
    summary: 'Reports that a service keeps nothing more that names an erased person',
    callers: ERASING_SERVICES,
    params: byAccount,
    body: z.strictObject({ by: z.enum(ERASING_SERVICES) }),
    repeatable: true,
    problems: ['auth.user_not_found'],
  },
  showAccountData: {
    request: 'GET /internal/account-data/:userId',
    summary: 'What svc-auth keeps about a person, for the file of their own data',
    callers: ['svc-notify'],
    params: byAccount,
    answer: accountDataSchema,
    problems: ['auth.user_not_found'],
  },
});
