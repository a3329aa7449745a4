import { authRoutes } from '@concert/contracts/auth/http';
import { createClient } from '@concert/web-kit/api-client.ts';
import { checkForm } from '@concert/web-kit/forms/field-errors.ts';
import { problemText } from '@concert/web-kit/problem-text.ts';

const auth = createClient(authRoutes);

/** What a token led to, or why it led to nothing. */
export type Handoff<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly why: string };

/** The email of the account that a token signs in to. The token is not used up. */
export async function emailBehind(token: string): Promise<Handoff<string>> {
  const checked = checkForm(authRoutes.showHandoff.body, { token });
  if (!checked.ok) return { ok: false, why: checked.errors['token'] ?? '' };
  const result = await auth.showHandoff({ body: checked.value });
  return result.ok ? { ok: true, value: result.value.email } : { ok: false, why: problemText(result.problem) };
}

/** Exchanges a token for a session. */
export async function exchangeToken(token: string): Promise<Handoff<void>> {
  const result = await auth.useHandoff({ body: { token } });
  return result.ok ? { ok: true, value: undefined } : { ok: false, why: problemText(result.problem) };
}
