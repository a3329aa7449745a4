/** How a wait grows from one try to the next. */
export interface BackoffPolicy {
  readonly firstMs: number;
  readonly maxMs: number;
}

/**
 * How long to wait before the next try, in milliseconds: twice as long after each failure, up to a bound.
 * @param failures failures in a row before this one; 0 gives the first wait
 */
export function backoff(failures: number, { firstMs, maxMs }: BackoffPolicy): number {
  return Math.min(maxMs, firstMs * 2 ** Math.max(0, failures));
}
