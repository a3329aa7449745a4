import { z } from 'zod';
import { profileSchema } from './users.ts';

/** What svc-auth keeps about a person, field by field: a field that is not listed is not handed out. */
export const accountDataSchema = z.object({
  profile: profileSchema,
  createdAt: z.iso.datetime(),
  emailVerifiedAt: z.iso.datetime().nullable(),
  hasPassword: z.boolean(),
  joinedWithGoogle: z.boolean(),
  logins: z.array(z.object({ openedAt: z.iso.datetime(), signedInAt: z.iso.datetime(), endsAt: z.iso.datetime() })),
  /** Each browser that somebody signed in with from some network, to the day. */
  loginPlaces: z.array(z.object({ device: z.string(), lastAt: z.iso.datetime() })),
  passkeys: z.array(z.object({ name: z.string(), createdAt: z.iso.datetime(), lastUsedAt: z.iso.datetime().nullable() })),
});
export type AccountData = z.infer<typeof accountDataSchema>;
