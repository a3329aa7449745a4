import { createHash } from 'node:crypto';
import { invalid, StripeFault } from './errors.ts';
import { KEYS_KEPT_MS, type KeptAnswer, type Store } from './store.ts';

/** A fingerprint of what a request asks for. @param encoded its parameters, in any order */
export function fingerprintOf(encoded: string): string {
  return createHash('sha256')
    .update([...new URLSearchParams(encoded)].map(String).sort().join('\n'))
    .digest('hex');
}

/**
 * What was answered under an idempotency key, while it is kept.
 * @throws StripeFault when the key was used for another endpoint or with other parameters
 */
export function keptAnswer(
  store: Store,
  now: number,
  { key, target, parameters }: { readonly key: string; readonly target: string; readonly parameters: string },
): KeptAnswer | undefined {
  if (key.length > 255) throw invalid('The Idempotency-Key header can be at most 255 characters.');
  const kept = store.get('answers', key);
  if (!kept) return undefined;
  if (now - kept.keptAt > KEYS_KEPT_MS) {
    store.remove('answers', key);
    return undefined;
  }
  if (kept.target !== target) {
    throw new StripeFault(400, {
      type: 'idempotency_error',
      message: `Keys for idempotent requests can only be used for the same endpoint they were first used for ('${target}' vs '${kept.target}'). Try using a key other than '${key}' if you meant to execute a different request.`,
    });
  }
  if (kept.parameters !== parameters) {
    throw new StripeFault(400, {
      type: 'idempotency_error',
      message: `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
    });
  }
  return kept;
}
