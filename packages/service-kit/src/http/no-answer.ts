/**
 * Why a request over a network got no answer at all. `refused`: there was no connection, so nothing was sent. `closed`: the connection
 * ended, often one that was kept from before, and whether the request was carried out is not known.
 */
export type NoAnswerReason = 'refused' | 'closed';

const REASONS: Readonly<Record<string, NoAnswerReason>> = {
  ECONNREFUSED: 'refused',
  EHOSTUNREACH: 'refused',
  ENETUNREACH: 'refused',
  UND_ERR_SOCKET: 'closed',
  ECONNRESET: 'closed',
  EPIPE: 'closed',
};
const DEEPEST = 5;

/** Between a connection that was closed and the next try, so that the closing process can end its other connections too, in milliseconds. */
export const RESEND_MS = 20;

/** The code of the innermost error in a chain of causes. */
export function rootCodeOf(error: unknown): string {
  let found = '';
  let current = error;
  for (let depth = 0; typeof current === 'object' && current !== null && depth < DEEPEST; depth += 1) {
    const { code, cause } = current as { code?: unknown; cause?: unknown };
    if (typeof code === 'string') found = code;
    current = cause;
  }
  return found;
}

/** Why there was no answer; undefined when the reason is something else, such as a timeout. */
export function noAnswerIn(error: unknown): NoAnswerReason | undefined {
  return REASONS[rootCodeOf(error)];
}
