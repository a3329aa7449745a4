import { AsyncLocalStorage } from 'node:async_hooks';
import type { Identity } from '@concert/contracts/core/identity';

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
