import { AsyncLocalStorage } from 'node:async_hooks';
import type { Identity } from '@concert/contracts/core/identity';

/** A lease while the work under it runs. */
export interface HeldLease {
  /**
   * Renews it, by the database's word that nobody else had it meanwhile.
   * @throws LeaseLostError when somebody had
   */
  confirm(): Promise<void>;
}

/** What is known about the piece of work that runs now, whether it came as a request, a message or a schedule. */
export interface WorkContext {
  readonly correlationId: string;
  readonly traceId: string;
  /** W3C header to hand on to the next room. */
  readonly traceparent: string;
  readonly identity?: Identity;
  readonly causationId?: string;
  /** Network address the gateway saw, while a visitor's request runs. */
  readonly clientAddress?: string;
  /** Under which this runs, while it is a scheduled task. */
  readonly lease?: HeldLease;
}

const storage = new AsyncLocalStorage<WorkContext>();

/** Runs `work` inside a context. */
export function inContext<T>(context: WorkContext, work: () => T): T {
  return storage.run(context, work);
}

/** The current context, or undefined outside any work. */
export function currentContext(): WorkContext | undefined {
  return storage.getStore();
}
