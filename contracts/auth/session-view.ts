import { z } from 'zod';
import { ROLES } from '../core/roles.ts';
import { idSchema } from '../core/ids.ts';

/** A signed-in person, as far as a browser may know them. */
export const sessionViewSchema = z.object({
  userId: idSchema('user'),
  email: z.string(),
  name: z.string(),
  role: z.enum(ROLES),
});
export type SessionView = z.infer<typeof sessionViewSchema>;

/** What a restricted session waits for: that its person uses one of their passkeys, or registers the first one. */
export const passkeyStepSchema = z.enum(['passkey', 'first-passkey']);
export type PasskeyStep = z.infer<typeof passkeyStepSchema>;

/** Answer to whoever proved who they are. Without a `session` the sign-in is not complete: `awaits` says what is left. */
export const signedInSchema = z.object({
  session: sessionViewSchema.nullable(),
  awaits: passkeyStepSchema.optional(),
  message: z.string(),
});
