import type { FieldError } from '@concert/contracts/core/problem';
import type { z } from 'zod';

/**
 * A refusal by the domain: a code of the owner's catalogue and facts, without any HTTP number. The one filter of the kit
 * turns it into a problem document; a message handler treats it as an outcome.
 */
export class DomainError extends Error {
  override readonly name = 'DomainError';
  constructor(
    readonly code: string,
    /** One sentence for the person, where the catalogue's title is not enough. */
    readonly detail?: string,
    readonly errors?: FieldError[],
    options?: ErrorOptions,
  ) {
    super(detail ?? code, options);
  }
}

/** Finds a domain refusal anywhere in a chain of causes. By shape, because class identity dies across packages. */
export function domainErrorIn(error: unknown): DomainError | undefined {
  for (let current = error, depth = 0; current instanceof Error && depth < 8; current = current.cause, depth += 1) {
    if (current.name === 'DomainError' && 'code' in current) return current as DomainError;
  }
  return undefined;
}

/** A message that can never be handled: it breaks its schema. It goes to the dead letters at once. */
export class PermanentMessageError extends Error {
  override readonly name = 'PermanentMessageError';
}

const UNAVAILABLE = new Set([
  'MongoServerSelectionError', 'MongoNetworkError', 'MongoNetworkTimeoutError', 'MongoNotConnectedError', 'MongoTopologyClosedError',
  'MongoPoolClearedError', 'MongoPoolClosedError', 'MongoWaitQueueTimeoutError', 'WaitQueueTimeoutError', 'PoolClearedError', 'PoolClearedOnNetworkError',
  'MongoOperationTimeoutError', 'MongoExpiredSessionError', 'NeighbourUnavailableError', 'MongooseServerSelectionError', 'NotConnectedError',
]);

/** Answers of a MongoDB server that is stopping, not primary or not reachable (the driver's own list of retryable codes). */
const UNAVAILABLE_CODES = new Set<unknown>([6, 7, 89, 91, 189, 9_001, 10_107, 11_600, 11_602, 13_435, 13_436]);

/** Whether a failure means that something we depend on is away, so that the same request may succeed later. */
export function isUnavailable(error: unknown): boolean {
  for (let current = error, depth = 0; current instanceof Error && depth < 8; current = current.cause, depth += 1) {
    if (UNAVAILABLE.has(current.name)) return true;
    if (current.name === 'MongoServerError' && UNAVAILABLE_CODES.has((current as { code?: unknown }).code)) return true;
    if (current.name === 'MongooseError' && /buffer|connect/i.test(current.message)) return true;
    const labels = (current as { errorLabels?: unknown }).errorLabels;
    const set = (current as { hasErrorLabel?: (label: string) => boolean }).hasErrorLabel;
    if (typeof set === 'function' && (set.call(current, 'RetryableWriteError') || set.call(current, 'TransientTransactionError'))) return true;
    if (Array.isArray(labels) && labels.includes('TransientTransactionError')) return true;
  }
  return false;
}

/** Whether a failure is MongoDB's duplicate key (a unique index refused a row). */
export function isDuplicateKey(error: unknown): boolean {
  for (let current = error, depth = 0; current instanceof Error && depth < 8; current = current.cause, depth += 1) {
    if ((current as { code?: unknown }).code === 11_000) return true;
  }
  return false;
}

/**
 * Flattens zod issues into field errors.
 * @param where `body` gives JSON pointers, `query` `?name`, `params` `:name`
 */
export function fieldErrors(error: z.ZodError, where: 'body' | 'query' | 'params'): FieldError[] {
  return error.issues.flatMap((issue) => {
    const paths = issue.code === 'unrecognized_keys' ? issue.keys.map((key) => [...issue.path, key]) : [issue.path];
    return paths.map((path) => {
      const field = path.map(String).join('.');
      const pointer =
        where === 'body' ? path.map((part) => `/${String(part).replace(/~/g, '~0').replace(/\//g, '~1')}`).join('') : `${where === 'query' ? '?' : ':'}${field}`;
      return { pointer, field, detail: issue.code === 'unrecognized_keys' ? 'is not a field of this request' : issue.message };
    });
  });
}
