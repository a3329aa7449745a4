import { Injectable } from '@nestjs/common';
import { currentContext } from '@concert/service-kit/process/context';
import { DomainError, PermanentMessageError, TooEarlyError } from '@concert/service-kit/process/errors';

/** What tests steer and see. */
@Injectable()
export class Steering {
  /** How a handler behaves for a name, by the number of the attempt; nothing means it works. */
  behave: (name: string, attempt: number) => void | Promise<void> = () => undefined;
  readonly attempts = new Map<string, { at: number; causation: string | undefined; trace: string | undefined }[]>();
  gate: Promise<void> = Promise.resolve();
  /** Between the commit of a greeting and its acknowledgement. */
  greeted: (name: string) => void | Promise<void> = () => undefined;

  attempt(name: string): number {
    const context = currentContext();
    const seen = this.attempts.get(name) ?? [];
    seen.push({ at: performance.now(), causation: context?.causationId, trace: context?.traceId });
    this.attempts.set(name, seen);
    return seen.length;
  }
}

/** Behaviours for {@link Steering.behave}. */
export const failing = {
  plainly: () => {
    throw new Error('handler fault');
  },
  asRefusal: () => {
    throw new DomainError('probe.too_many');
  },
  asTooEarly: () => {
    throw new TooEarlyError('what comes before it is not known');
  },
  forGood: () => {
    throw new PermanentMessageError('never');
  },
};
