import { noAnswerIn, RESEND_MS, type NoAnswerReason } from '@concert/service-kit/http/no-answer';

const LOOK_MS = 100;
/** How long a service may refuse connections before requests no longer wait for it and are refused at once. */
export const RECOVERY_WAIT_MS = 1_000;

/**
 * Decides which requests to one service are sent again when no answer began, so that nobody notices when copies of it start and stop. The
 * time to wait belongs to the service, not to each request, so that requests do not pile up for a service that is really away.
 */
export class RetryPolicy {
  private refusingSince: number | undefined;

  constructor(private readonly now: () => number = () => performance.now()) {}

  /** Notes that the service answered something. */
  answered(): void {
    this.refusingSince = undefined;
  }

  /**
   * For one request: how many milliseconds to wait after a fault before it is sent again, or null not to send it again.
   * @param repeatable whether repeating it does no harm
   */
  decide(repeatable: boolean, resent: (reason: NoAnswerReason) => void = () => undefined): (error: unknown) => number | null {
    let closed = false;
    return (error) => {
      const reason = noAnswerIn(error);
      if (reason === undefined) return null;
      if (reason === 'refused') {
        this.refusingSince ??= this.now();
        if (this.now() - this.refusingSince >= RECOVERY_WAIT_MS) return null;
      } else {
        // The service may have received it and carried it out.
        if (!repeatable || closed) return null;
        closed = true;
      }
      resent(reason);
      return reason === 'refused' ? LOOK_MS : RESEND_MS;
    };
  }
}
