import { z } from 'zod';
import { idSchema } from './ids.ts';
import { ROLES } from './roles.ts';

/** Header that carries the short-lived signed identity from the gateway to a service. Stripped from what browsers send. */
export const IDENTITY_HEADER = 'x-concert-identity';
/** Header that carries a service's own signed identity on `/internal` calls. */
export const CALLER_HEADER = 'x-concert-caller';
/** Header that carries the visitor's network address from the gateway to a service. Stripped from what browsers send. */
export const CLIENT_ADDRESS_HEADER = 'x-concert-client-address';
/** Stands for the address of a visitor whom the gateway cannot tell from others: nobody is counted by it. */
export const UNKNOWN_ADDRESS = 'unknown';
/** Header under which one action is followed through every room. */
export const CORRELATION_HEADER = 'x-correlation-id';

/** The signed-in person on whose behalf a request runs. */
export const identitySchema = z.object({
  userId: idSchema('user'),
  email: z.string(),
  name: z.string(),
  role: z.enum(ROLES),
  sessionId: idSchema('session'),
  /** When the person last proved who they are: by password, by passkey, or at Google if it asked anew. 1970 if they never did in this session. */
  signedInAt: z.iso.datetime(),
  /** The session is restricted until its person used or registered a passkey: only routes that say `beforePasskey` take it. */
  awaitsPasskey: z.literal(true).optional(),
  /** The session is one of a helper link and ends then: only routes that say `takesHelpers` take it. */
  helperUntil: z.iso.datetime().optional(),
});
export type Identity = z.infer<typeof identitySchema>;
