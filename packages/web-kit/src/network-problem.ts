import type { ProblemDocument } from '@concert/contracts/core/problem';

/** What can go wrong between the page and the site, before any room answers. The words for people are in `problem-text.ts`. */
export type NetworkProblemCode = 'network.unreachable' | 'network.timed_out' | 'network.stopped' | 'network.unreadable';

/** The outcome of a call that got no answer from the site, or none that could be read. */
export function networkFailure(
  code: NetworkProblemCode,
  instance: string,
  { status = 0 } = {},
): { readonly ok: false; readonly problem: ProblemDocument } {
  return {
    ok: false,
    problem: { type: `urn:concert:problem:${code}`, title: code, status, detail: code, instance, code, traceId: '', retryable: true },
  };
}
