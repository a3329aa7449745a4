import { callWithoutSchema } from '@concert/web-kit/call-without-schema.ts';
import { useEffect, useEffectEvent } from 'react';

/** The address is written out because the schemas of its contract are not needed here. A test keeps it equal to the contract's. */
export const PROFILE_CALL = '/api/profile';

function phoneIn(body: unknown): string | undefined {
  const { phone } = Object(body) as { phone?: unknown };
  return typeof phone === 'string' ? phone : undefined;
}

/**
 * Reads the phone number of the buyer's profile.
 * @param wanted whether the form has none of its own, and there is a profile to read
 */
export function useProfilePhone(wanted: boolean, onKnown: (phone: string) => void): void {
  const tell = useEffectEvent(onKnown);
  useEffect(() => {
    if (!wanted) return;
    const stop = new AbortController();
    // If it does not come, nothing is missing: the field is there to be filled in.
    void callWithoutSchema('GET', PROFILE_CALL, phoneIn, stop.signal).then((profile) => {
      if (profile.ok) tell(profile.value);
    });
    return () => stop.abort();
  }, [wanted]);
}
