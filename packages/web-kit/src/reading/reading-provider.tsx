import { MutationCache, notifyManager, QueryCache, QueryClient, QueryClientProvider, type DefaultError } from '@tanstack/react-query';
import { useEffect, useState, type ReactNode } from 'react';
import { useSession } from '../session.tsx';
import { ProblemError } from './reading.ts';

declare module '@tanstack/react-query' {
  interface Register {
    defaultError: ProblemError;
    mutationMeta: { readonly saysSessionEnd: boolean };
  }
}

// Answers are shown in the order in which they came.
notifyManager.setScheduler(queueMicrotask);

/** A client, and who is told when a call found the session ended. */
class Site {
  #onSessionEnd: () => void = () => undefined;
  readonly client: QueryClient;

  constructor() {
    const onError = (error: DefaultError) => {
      if (error instanceof ProblemError && error.problem.code === 'request.session_required') this.#onSessionEnd();
    };
    this.client = new QueryClient({
      queryCache: new QueryCache({ onError }),
      mutationCache: new MutationCache({
        onError: (error, _input, _result, { meta }) => {
          if (!meta?.saysSessionEnd) onError(error);
        },
      }),
      defaultOptions: {
        // Nothing is cached for later, retried automatically, or held back because the browser believes it is offline.
        queries: { retry: false, gcTime: 0, staleTime: 0, networkMode: 'always', refetchOnWindowFocus: false, refetchOnReconnect: false },
        mutations: { retry: false, gcTime: 0, networkMode: 'always' },
      },
    });
  }

  tellSessionEnd(listener: () => void): void {
    this.#onSessionEnd = listener;
  }
}

/**
 * Provides what a remote reads, and is the one place that handles a lost session: the shell asks again who is signed in, and the screen,
 * told that nobody is, leads to the sign-in and back.
 */
export function ReadingProvider({ children }: { children: ReactNode }) {
  const { refreshSession } = useSession();
  const [site] = useState(() => new Site());
  useEffect(() => site.tellSessionEnd(() => void refreshSession()), [site, refreshSession]);
  return <QueryClientProvider client={site.client}>{children}</QueryClientProvider>;
}
