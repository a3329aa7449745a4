import { UsernameField } from '@concert/design-system/username-field.tsx';
import { useEffect, useState } from 'react';
import { authApi } from '../../clients.ts';

/** Whose password is typed or chosen with the link of a mail, for password managers; nothing where that cannot be read. */
export function UsernameOfLink({ token }: { readonly token: string }) {
  const [email, setEmail] = useState<string>();
  useEffect(() => {
    const stop = new AbortController();
    void authApi.call.showHandoff({ body: { token } }, { signal: stop.signal }).then((shown) => {
      if (shown.ok && !stop.signal.aborted) setEmail(shown.value.email);
    });
    return () => stop.abort();
  }, [token]);
  return email === undefined ? null : <UsernameField email={email} />;
}
