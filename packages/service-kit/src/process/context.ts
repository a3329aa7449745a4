import { AsyncLocalStorage } from 'node:async_hooks';
import type { Identity } from '@concert/contracts/core/identity';

/** A lease, while the work that it protects runs. */
export interface HeldLease {
  /** Renews the lease; the database decides whether nobody else held it meanwhile. @throws LeaseLostError when somebody did */
  confirm(): Promise<void>;
}

/** What is known about the current piece of work, be it a request, a message or a scheduled task. */
export interface WorkContext {
  readonly correlationId: string;
  readonly traceId: string;
  /** W3C header that is passed on to the next room. */
  readonly traceparent: string;
  readonly identity?: Identity;
  readonly causationId?: string;
  /** Network address the gateway saw, while a visitor's request runs. */
  readonly clientAddress?: string;
  /** What the visitor's browser calls itself, while a visitor's request runs. */
  readonly userAgent?: string;
  /** The lease it runs under, when it is a scheduled task. */
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
