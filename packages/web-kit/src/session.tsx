import type { PasskeyStep, SessionView } from '@concert/contracts/auth/session-view';
import type { ConcertView } from '@concert/contracts/booking/http';
import { createContext, useContext, useEffect, type ReactNode } from 'react';

/** Who is signed in; null: nobody; undefined: not known yet. */
export type Session = SessionView | null | undefined;

/** What the shell passes to the one exposed module of each remote. */
export interface AppProps {
  readonly session: Session;
  /** A sign-in that is not complete: it waits for its person to use a passkey, or to register the first one. */
  readonly awaits?: PasskeyStep | undefined;
  /** True while the site cannot be asked who is signed in; whoever was before still counts, and otherwise `session` is null. */
  readonly unknown?: boolean | undefined;
  /** Asks the server again who is signed in, and returns it. Call it after anything that changes the session. */
  readonly refreshSession: () => Promise<Session>;
  /** Title of the page at this address, from the table of pages. */
  readonly pageTitle: string;
  /** The concert as the shell last read it; null when it could not be read, undefined while it is being read. */
  readonly concert: ConcertView | null | undefined;
  /** Whether the page is a step of paying, around which the frame shows nothing but mark and menu. */
  readonly encloses?: ((step: boolean) => void) | undefined;
}

const AppContext = createContext<AppProps | null>(null);

/** Makes the shell's props reachable from every component of a remote. */
export function SessionProvider({ children, ...props }: AppProps & { children: ReactNode }) {
  return <AppContext value={props}>{children}</AppContext>;
}

/** The shell's props. @throws Error outside a {@link SessionProvider} */
export function useSession(): AppProps {
  const props = useContext(AppContext);
  if (!props) throw new Error('useSession needs a SessionProvider above it');
  return props;
}

/** Takes everything that leads away from around the page, as long as the component is shown. */
export function useEnclosed(): void {
  const { encloses } = useSession();
  useEffect(() => {
    encloses?.(true);
    return () => encloses?.(false);
  }, [encloses]);
}

/** The zone in whose time moments are told: the concert's. */
export function useTimeZone(): string {
  return useSession().concert?.timeZone ?? 'UTC';
}
