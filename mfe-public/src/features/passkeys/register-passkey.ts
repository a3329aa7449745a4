import type { PasskeyView } from '@concert/contracts/auth/passkeys';
import type { Result } from '@concert/web-kit/api-client.ts';
import { makePasskey, type PasskeyOutcome } from '@concert/web-kit/passkeys.ts';
import { problemText } from '@concert/web-kit/problem-text.ts';
import { authApi } from '../../clients.ts';

/** Wraps a call that may ask again who somebody is. */
export type ProofWrapper = <T>(call: () => Promise<Result<T>>) => Promise<Result<T>>;

/** Has the device make a passkey, and the site keep it. */
export async function registerPasskey(name: string, through: ProofWrapper): Promise<PasskeyOutcome<PasskeyView>> {
  const begun = await through(() => authApi.call.beginPasskey());
  if (!begun.ok) return { ok: false, text: problemText(begun.problem) };
  const made = await makePasskey(begun.value);
  if (!made.ok) return made;
  const added = await authApi.call.addPasskey({ body: { name, registration: made.value } });
  return added.ok ? { ok: true, value: added.value.passkey } : { ok: false, text: problemText(added.problem) };
}
