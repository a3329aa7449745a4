import { plainCall } from '@concert/web-kit/plain-call.ts';
import { useEffect, useRef, useState } from 'react';

/** A test keeps the address equal to the contract's, whose schemas a form with five fields does without. */
export const PROFILE_CALL = '/api/profile';

function phoneIn(body: unknown): string | undefined {
  const { phone } = Object(body) as { phone?: unknown };
  return typeof phone === 'string' ? phone : undefined;
}

/**
 * The phone number of the form: what this browser kept of an earlier one, else the one of the buyer's profile as soon as it is known.
 * What somebody types, or takes away, is never replaced.
 * @param signedIn whether there is a profile to ask for
 */
export function usePhone(kept: string | null, signedIn: boolean): readonly [string, (typed: string) => void] {
  const [phone, setPhone] = useState(kept ?? '');
  const typed = useRef(false);
  const asks = signedIn && !kept;

  useEffect(() => {
    if (!asks) return;
    const stop = new AbortController();
    // Nobody misses it when it does not come: the field is there to be filled in.
    void plainCall('GET', PROFILE_CALL, phoneIn, stop.signal).then((profile) => {
      if (profile.ok && !typed.current) setPhone(profile.value);
    });
    return () => stop.abort();
  }, [asks]);

  const type = (text: string) => {
    typed.current = true;
    setPhone(text);
  };
  return [phone, type];
}
