import { z } from 'zod';
import type { SecurityEvent } from './security-events.ts';

/** One fault of a request: `pointer` is a JSON pointer into the body, or `?name` for a query and `:name` for a path value. */
export const fieldErrorSchema = z.object({ pointer: z.string(), field: z.string(), detail: z.string() });
export type FieldError = z.infer<typeof fieldErrorSchema>;

/** Problem document (RFC 9457) as every room answers it. `code` is what programs switch on. */
export const problemSchema = z.object({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  detail: z.string(),
  instance: z.string(),
  code: z.string(),
  traceId: z.string(),
  retryable: z.boolean().optional(),
  errors: z.array(fieldErrorSchema).optional(),
});
export type ProblemDocument = z.infer<typeof problemSchema>;

/** One row of an owner's catalogue of problems: what the refusal is, without the words of one occurrence. */
export interface ProblemKind {
  readonly status: number;
  /** One clear sentence a person can act on. */
  readonly title: string;
  /** True when the same request may succeed later without being changed. */
  readonly retryable?: boolean;
  /** What it is logged and counted as, where its status does not tell (see {@link securityEventOf}). */
  readonly event?: SecurityEvent;
}

export type ProblemCatalogue = Readonly<Record<string, ProblemKind>>;

const EVENTS: Readonly<Record<number, SecurityEvent>> = { 401: 'proof_missing', 403: 'forbidden', 429: 'rate_limited' };

/** What a refusal is logged and counted as; undefined for one by which no attack shows. */
export function securityEventOf({ status, event }: ProblemKind): SecurityEvent | undefined {
  return event ?? EVENTS[status];
}

/** Base of `type` URIs: stable names, not addresses to open. */
export const PROBLEM_TYPE_BASE = 'urn:concert:problem:';

/** Checks that each code is `owner.snake_case` and returns the catalogue with its literal codes. @throws Error on a misnamed code */
export function defineProblems<const C extends ProblemCatalogue>(owner: string, catalogue: C): C {
  for (const code of Object.keys(catalogue)) {
    if (!new RegExp(`^${owner}\\.[a-z]+(_[a-z]+)*$`).test(code)) throw new Error(`problem code ${code} is not ${owner}.snake_case`);
  }
  return catalogue;
}

/** Refusals that any room can give. */
export const requestProblems = defineProblems('request', {
  'request.malformed': { status: 400, title: 'The request could not be read' },
  'request.invalid': { status: 422, title: 'Some values need correcting' },
  'request.not_found': { status: 404, title: 'There is nothing at this address' },
  'request.method_not_allowed': { status: 405, title: 'This address does not take that method' },
  'request.too_large': { status: 413, title: 'The request is too large' },
  'request.unsupported_media_type': { status: 415, title: 'Send the body as application/json' },
  'request.session_required': { status: 401, title: 'Please sign in first' },
  'request.forbidden': { status: 403, title: 'Your account may not do this' },
  'request.sign_in_again': { status: 403, title: 'Please confirm that it is you', event: 'proof_missing' },
  'request.approval_needed': { status: 409, title: 'Another organiser has to approve this first' },
  'request.approval_refused': {
    status: 409,
    title: 'Another organiser has rejected this; whoever asked for it can ask again a little later, others at once',
  },
  'request.passkey_required': { status: 403, title: 'Please use your passkey first', event: 'proof_missing' },
  'request.cross_site': { status: 403, title: 'This request did not come from the site itself', event: 'cross_site_refused' },
  'request.too_many': { status: 429, title: 'Too many requests, please wait a moment', retryable: true },
  'request.key_reused': { status: 422, title: 'This Idempotency-Key was already used for another request' },
  'request.key_required': { status: 400, title: 'An Idempotency-Key header is needed' },
  'request.timed_out': { status: 408, title: 'The request took too long to arrive', retryable: true },
  'request.unavailable': { status: 503, title: 'This part of the site is resting for a moment, please try again', retryable: true },
  'request.failed': { status: 500, title: 'Something went wrong on our side' },
});
export type RequestProblemCode = keyof typeof requestProblems;

/** Makes the document of one occurrence. An unknown code becomes `request.failed`, so nothing unforeseen leaks. */
export function problemDocument(
  catalogue: ProblemCatalogue,
  code: string,
  facts: { detail?: string; instance: string; traceId: string; errors?: FieldError[] },
): ProblemDocument {
  const known = Object.hasOwn(catalogue, code) ? catalogue[code] : undefined;
  const kind: ProblemKind = known ?? requestProblems['request.failed'];
  const shown = known ? code : 'request.failed';
  return {
    type: `${PROBLEM_TYPE_BASE}${shown}`,
    title: kind.title,
    status: kind.status,
    detail: (known && facts.detail) || kind.title,
    instance: facts.instance,
    code: shown,
    traceId: facts.traceId,
    ...(kind.retryable ? { retryable: true } : {}),
    ...(facts.errors?.length ? { errors: facts.errors } : {}),
  };
}
