import { z } from 'zod';
import { lineField } from '../core/fields.ts';
import { idSchema } from '../core/ids.ts';
import { defineRoutes } from '../core/route.ts';
import { LINK_TOKEN } from './account-rules.ts';
import { signedInSchema } from './session-view.ts';

/** How long a helper link may wait to be opened, in minutes: it is scanned from the organiser's screen. */
export const HELPER_LINK_OPEN_MINUTES = 30;
/** How long whoever opened it is a helper at the door, counted from when it was made, in hours: one evening. */
export const HELPER_HOURS = 12;
/** Most helpers at one time. */
export const MAX_HELPERS = 100;
/** Links that one organiser makes in a day at most, those that were taken back among them: each is an entry of the audit log. */
export const MAX_LINKS_A_DAY = 200;

/** A helper who has no account, as organisers see them. */
export const helperViewSchema = z.object({
  /** Who scans are noted under. */
  helperId: idSchema('user'),
  name: z.string(),
  /** When the link was opened, and by which browser on which system; absent while it waits. */
  openedAt: z.iso.datetime().optional(),
  device: z.string().optional(),
  /** Until when it can be opened, while it waits. */
  openUntil: z.iso.datetime().optional(),
  endsAt: z.iso.datetime(),
});
export type HelperView = z.infer<typeof helperViewSchema>;

/** Helpers at the door for one evening, without accounts. */
export const helperLinkRoutes = defineRoutes({
  makeHelperLink: {
    request: 'POST /api/helper-links',
    summary: 'A link that makes whoever opens it, once, a helper at the door for one evening',
    access: 'organiser',
    freshSignIn: true,
    body: z.strictObject({ name: lineField('Name', 60) }),
    answer: z.object({
      helper: helperViewSchema,
      /** The secret stands behind `#`, which browsers send neither to servers nor to other sites. */
      url: z.string(),
    }),
    problems: ['auth.too_many_helpers'],
  },
  listHelpers: {
    request: 'GET /api/helper-links',
    summary: 'The helpers who came, or may still come, by a link; the newest first',
    access: 'organiser',
    answer: z.object({ helpers: z.array(helperViewSchema) }),
  },
  endHelper: {
    request: 'DELETE /api/helper-links/:helperId',
    summary:
      'Takes a helper link back: it opens no more, and its helper is nobody from the next request on; does nothing when it has ended',
    access: 'organiser',
    params: z.object({ helperId: idSchema('user') }),
  },
  openHelperLink: {
    request: 'POST /api/auth/helper-links',
    summary: 'Turns a helper link into a session that lets people in and does nothing else; a second time the link is useless',
    access: 'public',
    body: z.strictObject({
      token: z.string({ error: 'This link is not complete' }).regex(LINK_TOKEN, { error: 'This link is not complete' }),
    }),
    answer: signedInSchema,
    problems: ['auth.link_expired'],
  },
});
