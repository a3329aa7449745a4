import type { FieldError } from '@concert/contracts/core/problem';
import type { SecurityEvent } from '@concert/contracts/core/security-events';
import type { z } from 'zod';

/** What a refusal says besides its code. */
export interface Refusal {
  /** One sentence for the person, where the catalogue's title is not enough. */
  readonly detail?: string | undefined;
  /** The fields that are at fault. */
  readonly errors?: FieldError[] | undefined;
  readonly cause?: unknown;
  /** What it is logged and counted as, where its code does not tell. */
  readonly event?: SecurityEvent;
  /** When the same may be asked again with success, where that is known: the answer says so as Retry-After. */
  readonly retryAfterSeconds?: number;
}

/**
 * A refusal by the domain: a code of the owner's catalogue and facts, without any HTTP number. The kit's filter turns it into a problem
 * document; for a message handler it is an outcome.
 */
export class DomainError extends Error {
  override readonly name = 'DomainError';
  readonly detail: string | undefined;
  readonly errors: FieldError[] | undefined;
  readonly event: SecurityEvent | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor(
    readonly code: string,
    { detail, errors, cause, event, retryAfterSeconds }: Refusal = {},
  ) {
    // An outcome and no fault: where it was made says nothing, and to find that out costs more than the refusal, just when many are refused.
    const { stackTraceLimit } = Error;
    Error.stackTraceLimit = 0;
    super(detail ?? code, cause === undefined ? undefined : { cause });
    Error.stackTraceLimit = stackTraceLimit;
    this.detail = detail;
    this.errors = errors;
    this.event = event;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** Finds a domain refusal in a chain of causes: by its shape, because two copies of this package have two classes. */
export function domainErrorIn(error: unknown): DomainError | undefined {
  for (let current = error, depth = 0; current instanceof Error && depth < 8; current = current.cause, depth += 1) {
    if (current.name === 'DomainError' && 'code' in current) return current as DomainError;
  }
  return undefined;
}

/** A message that can never be handled, because it breaks its schema. It goes to the dead letters at once. */
export class PermanentMessageError extends Error {
  override readonly name = 'PermanentMessageError';
}

/** A fact about something that is not known here yet: an earlier fact is still on its way, so this one waits. */
export class TooEarlyError extends Error {
  override readonly name = 'TooEarlyError';
}

const UNAVAILABLE = new Set([
  'MongoServerSelectionError',
  'MongoNetworkError',
  'MongoNetworkTimeoutError',
  'MongoNotConnectedError',
  'MongoTopologyClosedError',
  'MongoServerClosedError',
  'MongoClientClosedError',
  'MongoStalePrimaryError',
  'MongoPoolClearedError',
  'MongoPoolClosedError',
  'MongoWaitQueueTimeoutError',
  'WaitQueueTimeoutError',
  'PoolClearedError',
  'PoolClearedOnNetworkError',
  'MongoOperationTimeoutError',
  'MongoExpiredSessionError',
  'NeighbourUnavailableError',
  'MongooseServerSelectionError',
  'NotConnectedError',
]);

/** Errors of a MongoDB server that is stopping, not primary, cut off, or too slow (the driver's retryable codes among them). */
const UNAVAILABLE_CODES = new Set<unknown>([
  6, 7, 43, 50, 64, 89, 91, 100, 133, 134, 189, 237, 262, 365, 384, 462, 9_001, 10_058, 10_107, 11_600, 11_602, 13_435, 13_436,
]);

/** Labels by which the driver and the server say that an operation may be retried. */
const UNAVAILABLE_LABELS = ['RetryableWriteError', 'TransientTransactionError', 'UnknownTransactionCommitResult', 'SystemOverloadedError'];

const DEEPEST = 8;

/**
 * A failure and everything it was made from: its causes, and what the driver attaches to its own errors elsewhere (a bulk write on a broken
 * connection fails with a `MongoBulkWriteError` that has the network's error as its `errorResponse`).
 */
function* madeFrom(error: unknown): Generator<Record<string, unknown>> {
  const next: unknown[] = [error];
  for (let count = 0; next.length > 0 && count < DEEPEST; count += 1) {
    const current = next.shift();
    if (typeof current !== 'object' || current === null) continue;
    yield current as Record<string, unknown>;
    const { cause, errorResponse, writeConcernError } = current as Record<string, unknown>;
    next.push(cause, errorResponse, writeConcernError);
  }
}

/** Whether a failure means that a dependency is away, so that the same request may succeed later. */
export function isUnavailable(error: unknown): boolean {
  for (const { name, code, message, errorLabels, codeName } of madeFrom(error)) {
    if (UNAVAILABLE.has(String(name))) return true;
    // The server's answer comes as an error of the driver, or bare where the driver kept nothing else.
    if ((String(name).startsWith('Mongo') || typeof codeName === 'string') && UNAVAILABLE_CODES.has(code)) return true;
    if (name === 'MongooseError' && /buffer|connect/i.test(String(message))) return true;
    if (Array.isArray(errorLabels) && UNAVAILABLE_LABELS.some((label) => errorLabels.includes(label))) return true;
  }
  return false;
}

/** Whether a failure is MongoDB's duplicate key error (a unique index refused a row). */
export function isDuplicateKey(error: unknown): boolean {
  for (let current = error, depth = 0; current instanceof Error && depth < 8; current = current.cause, depth += 1) {
    if ((current as { code?: unknown }).code === 11_000) return true;
  }
  return false;
}

/** Flattens zod issues into field errors. `where`: `body` gives JSON pointers, `query` `?name`, `params` `:name` */
export function fieldErrors(error: z.ZodError, where: 'body' | 'query' | 'params'): FieldError[] {
  return error.issues.flatMap((issue) => {
    const paths = issue.code === 'unrecognized_keys' ? issue.keys.map((key) => [...issue.path, key]) : [issue.path];
    return paths.map((path) => {
      const field = path.map(String).join('.');
      const pointer =
        where === 'body'
          ? path.map((part) => `/${String(part).replace(/~/g, '~0').replace(/\//g, '~1')}`).join('')
          : `${where === 'query' ? '?' : ':'}${field}`;
      return { pointer, field, detail: issue.code === 'unrecognized_keys' ? 'is not a field of this request' : issue.message };
    });
  });
}
