import type { Dispatcher } from 'undici';
import type { Copies, Copy } from './copies.ts';

type Told<K extends keyof Dispatcher.DispatchHandler> = Parameters<NonNullable<Dispatcher.DispatchHandler[K]>>;

/**
 * Sends what is for a service with several copies to one of them; what is for others goes on as it is.
 * @param copiesOf by the origin that requests are made for
 * @param now milliseconds on a clock that only goes forward
 */
export function toCopies(copiesOf: ReadonlyMap<string, Copies>, now: () => number): Dispatcher.DispatcherComposeInterceptor {
  return (dispatch) => (options, handler) => {
    const copies = copiesOf.get(String(options.origin));
    if (!copies?.several) return dispatch(options, handler);
    const copy = copies.choose();
    const headers = { ...(options.headers as Record<string, string>), host: copy.host };
    return dispatch({ ...options, origin: copy.origin, headers }, new CopyObserver(handler, copy, now));
  };
}

/** Notes what a copy owes and when it speaks. */
class CopyObserver implements Dispatcher.DispatchHandler {
  private owed = true;
  private hasAnswered = false;

  constructor(
    private readonly handler: Dispatcher.DispatchHandler,
    private readonly copy: Copy,
    private readonly now: () => number,
  ) {
    copy.began(now());
  }

  onRequestStart(...told: Told<'onRequestStart'>): void {
    this.handler.onRequestStart?.(...told);
  }

  onRequestUpgrade(...told: Told<'onRequestUpgrade'>): void {
    this.handler.onRequestUpgrade?.(...told);
  }

  onResponseStart(...told: Told<'onResponseStart'>): void {
    this.hasAnswered = true;
    this.copy.spoke(this.now());
    this.handler.onResponseStart?.(...told);
  }

  onResponseData(...told: Told<'onResponseData'>): void {
    this.copy.spoke(this.now());
    this.handler.onResponseData?.(...told);
  }

  onResponseEnd(...told: Told<'onResponseEnd'>): void {
    this.end();
    this.handler.onResponseEnd?.(...told);
  }

  onResponseError(...told: Told<'onResponseError'>): void {
    if (!this.hasAnswered) this.copy.failed(this.now());
    this.end();
    this.handler.onResponseError?.(...told);
  }

  private end(): void {
    if (this.owed) this.copy.ended();
    this.owed = false;
  }
}
