import type { Identity } from '@concert/contracts/core/identity';
import { Batcher, NEVER_REFUSED } from '@concert/service-kit/store/batcher';

/** Most secrets in one question: what the contract takes. */
export const MAX_SECRETS = 200;

/**
 * Asks svc-auth about sessions together: those that come while a question is under way form the next one. Nothing is kept: each answer is
 * given after its look-up began, so that a sign-out counts at once.
 * @param ask answers for each secret, in order
 * @returns who a secret stands for; throws what `ask` throws
 */
export function sessionLoader(
  ask: (secrets: readonly string[]) => Promise<readonly (Identity | null)[]>,
): (secret: string) => Promise<Identity | null> {
  const questions = new Batcher<string, Identity | null>({
    ...NEVER_REFUSED,
    most: MAX_SECRETS,
    commit: async (secrets) => {
      const identities = await ask(secrets);
      if (identities.length !== secrets.length)
        throw new Error(`${secrets.length} sessions were asked for and ${identities.length} answered`);
      return identities.map((value) => ({ ok: true, value }));
    },
  });
  return (secret) => questions.submit(secret);
}
