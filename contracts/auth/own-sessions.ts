import { z } from 'zod';
import { idSchema } from '../core/ids.ts';
import { defineRoutes } from '../core/route.ts';

/** A session, as its owner sees it. */
export const ownSessionViewSchema = z.object({
  sessionId: idSchema('session'),
  /** Which browser on which system, in words; as the browser says it, so no proof of anything. */
  device: z.string(),
  /** When it began; each new proof of who somebody is begins another one. */
  openedAt: z.iso.datetime(),
  /** When it was last used, to within some minutes. */
  lastUsedAt: z.iso.datetime(),
  /** Whether it is the one that asks. */
  current: z.boolean(),
});
export type OwnSessionView = z.infer<typeof ownSessionViewSchema>;

/** The sessions of an account, for its owner. */
export const ownSessionRoutes = defineRoutes({
  listSessions: {
    request: 'GET /api/sessions',
    summary: "The signed-in person's sessions, the one that asks first, then the last used first",
    access: 'session',
    answer: z.object({ sessions: z.array(ownSessionViewSchema) }),
  },
  endSession: {
    request: 'DELETE /api/sessions/:sessionId',
    summary: 'Ends a session of the signed-in person; does nothing when it has ended',
    access: 'session',
    freshSignIn: true,
    params: z.object({ sessionId: idSchema('session') }),
  },
  endOtherSessions: {
    request: 'POST /api/auth/sign-out-elsewhere',
    summary: 'Ends every session of the signed-in person but this one, which gets a new secret',
    access: 'session',
    freshSignIn: true,
  },
});
