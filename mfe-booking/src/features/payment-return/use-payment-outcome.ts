import type { PaymentOutcome } from '@concert/contracts/payment/http';
import { useEffect, useRef, useState } from 'react';
import { paymentApi } from '../../clients.ts';
import { ASK_AGAIN_MS } from '../../settings.ts';
import { clearStored, outcomeRequest, readStored, type PaymentAction, type StoredBooking } from './return-address.ts';

/** What the page knows of the payment. */
export type OutcomeState =
  /** The stored values are gone; nothing was posted. */
  | { readonly at: 'expired' }
  /** The address or the stored values do not make a request, or the server knows no such payment. */
  | { readonly at: 'invalid' }
  | { readonly at: 'asking' }
  /** The server answered that it does not know yet, or did not answer; the page keeps asking. */
  | { readonly at: 'checking'; readonly unreachable: boolean }
  /** Nothing was paid and it still can be, until the seats go back. The page keeps asking: it may be paid elsewhere. */
  | { readonly at: 'unpaid'; readonly keptUntil: string }
  | { readonly at: 'known'; readonly outcome: Exclude<PaymentOutcome, 'checking' | 'not_paid'> };

/**
 * Posts what this page stands for and learns what is true. The stored values are read once and then deleted; a call
 * that gives no final answer is repeated, slower each time, for as long as the page is open.
 */
export function usePaymentOutcome(
  action: PaymentAction,
  query: URLSearchParams,
): { readonly state: OutcomeState; readonly stored: StoredBooking | null } {
  const [stored] = useState(readStored);
  const [request] = useState(() => (stored ? outcomeRequest(stored, query, action) : null));
  const [state, setState] = useState<OutcomeState>(() => (stored ? { at: request ? 'asking' : 'invalid' } : { at: 'expired' }));
  const pause = useRef<number>(ASK_AGAIN_MS.first);

  useEffect(clearStored, []);

  useEffect(() => {
    if (!request) return;
    const stop = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const again = () => {
      timer = setTimeout(() => void ask(), pause.current);
      pause.current = Math.min(ASK_AGAIN_MS.most, pause.current * 1.5);
    };
    const ask = async () => {
      const result = await paymentApi.processDetails({ body: request }, { signal: stop.signal });
      if (stop.signal.aborted) return;
      const { outcome, seatsKeptUntil = '' } = result.ok ? result.value : { outcome: 'checking' as const };
      if (outcome === 'not_paid') {
        setState({ at: 'unpaid', keptUntil: seatsKeptUntil });
        again();
        return;
      }
      if (outcome !== 'checking') {
        setState({ at: 'known', outcome });
        return;
      }
      if (!result.ok && result.problem.status >= 400 && result.problem.status < 500 && !result.problem.retryable) {
        setState({ at: 'invalid' });
        return;
      }
      setState({ at: 'checking', unreachable: !result.ok });
      again();
    };
    void ask();
    return () => {
      stop.abort();
      clearTimeout(timer);
    };
  }, [request]);

  return { state, stored };
}
