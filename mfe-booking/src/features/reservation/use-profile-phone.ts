import { plainCall } from '@concert/web-kit/plain-call.ts';
import { useEffect, useEffectEvent } from 'react';

/** A test keeps the address equal to the contract's, whose schemas a form with five fields does without. */
export const PROFILE_CALL = '/api/profile';

function phoneIn(body: unknown): string | undefined {
  const { phone } = Object(body) as { phone?: unknown };
  return typeof phone === 'string' ? phone : undefined;
}

/**
 * Tells the phone number of the buyer's profile as soon as it is known.
 * @param wanted whether the form has none of its own, and there is a profile to ask for
 */
export function useProfilePhone(wanted: boolean, onKnown: (phone: string) => void): void {
  const tell = useEffectEvent(onKnown);
  useEffect(() => {
    if (!wanted) return;
    const stop = new AbortController();
    // Nobody misses it when it does not come: the field is there to be filled in.
    void plainCall('GET', PROFILE_CALL, phoneIn, stop.signal).then((profile) => {
      if (profile.ok) tell(profile.value);
    });
    return () => stop.abort();
  }, [wanted]);
}
