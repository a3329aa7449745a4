import { z } from 'zod';
import { defineFact } from '../core/envelope.ts';
import { idSchema } from '../core/ids.ts';

/** A person's address has been proven. The only owner whose facts carry personal data is auth. */
export const accountVerifiedV1 = defineFact(
  'auth.account.verified.v1',
  z.object({ userId: idSchema('user'), email: z.string(), name: z.string() }),
);

export const authFacts = [accountVerifiedV1] as const;
