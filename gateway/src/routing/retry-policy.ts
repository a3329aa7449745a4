import { noAnswerIn, type NoAnswer } from '@concert/service-kit/no-answer';

/** Between a connection that was closed and the next try: what else the closing process held ends meanwhile. */
const AGAIN_MS = 20;
const LOOK_MS = 100;
/** How long a service may refuse connections before requests stop waiting for it and are refused at once. */
export const PATIENCE_MS = 1_000;

/**
 * Decides which requests to one service are sent again when no answer began: copies of it come and go, and nobody shall
 * notice. Patience belongs to the service, not to each request, so that one that is really away does not pile up waiting.
 */
export class RetryPolicy {
  private refusingSince: number | undefined;

  constructor(private readonly now: () => number = () => performance.now()) {}

  /** The service answered something. */
  answered(): void {
    this.refusingSince = undefined;
  }

  /**
   * For one request: given a fault, how many milliseconds to wait before it is sent again, or null for not at all.
   * @param repeatable doing it twice does no more than doing it once
   */
  decide(repeatable: boolean, resent: (reason: NoAnswer) => void = () => undefined): (error: unknown) => number | null {
    let closed = false;
    return (error) => {
      const reason = noAnswerIn(error);
      if (reason === undefined) return null;
      if (reason === 'refused') {
        this.refusingSince ??= this.now();
        if (this.now() - this.refusingSince >= PATIENCE_MS) return null;
      } else {
        // It may have been taken and carried out.
        if (!repeatable || closed) return null;
        closed = true;
      }
      resent(reason);
      return reason === 'refused' ? LOOK_MS : AGAIN_MS;
    };
  }
}
