import { authRoutes } from '@concert/contracts/auth/http';
import { createClient } from '@concert/web-kit/api-client.ts';
import { checkForm } from '@concert/web-kit/forms.ts';
import { problemText } from '@concert/web-kit/problem-text.ts';

const auth = createClient(authRoutes);

/** Exchanges a token for a session. Answers why it did not become one, or undefined when it did. */
export async function exchangeToken(token: string): Promise<string | undefined> {
  const checked = checkForm(authRoutes.useHandoff.body, { token });
  if (!checked.ok) return checked.errors['token'] ?? '';
  const result = await auth.useHandoff({ body: checked.value });
  return result.ok ? undefined : problemText(result.problem);
}
