import type { Result } from '@concert/web-kit/api-client.ts';
import { callWithoutSchema } from '@concert/web-kit/call-without-schema.ts';

/** Written out because the screen asks before the schemas are loaded. A test keeps it equal to the contract's. */
export const SIGN_IN_WAYS = '/api/auth/ways';

/** The ways to sign in that this site offers, beside email and password. */
export function readSignInWays(signal: AbortSignal): Promise<Result<{ readonly google: boolean }>> {
  return callWithoutSchema(
    'GET',
    SIGN_IN_WAYS,
    (body) => {
      const { google } = Object(body) as { readonly google?: unknown };
      return typeof google === 'boolean' ? { google } : undefined;
    },
    signal,
  );
}
