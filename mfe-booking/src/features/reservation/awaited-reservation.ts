import { SIGN_IN_CODE_SECONDS } from '@concert/contracts/auth/account-rules';
import { signInCodeRoutes } from '@concert/contracts/auth/sign-in-codes';
import { reserveBodySchema } from '@concert/contracts/booking/reserving';
import type { Result } from '@concert/web-kit/api-client.ts';
import { codeRequest } from '@concert/web-kit/code-request.ts';
import { useAct } from '@concert/web-kit/reading/use-act.ts';
import { serverNow } from '@concert/web-kit/server-clock.ts';
import type { ReservationBody } from './reservation.ts';

/** What waits for somebody to prove their address, in this tab. */
export interface Awaited<Body extends { readonly email: string }> {
  /** What was typed and chosen. */
  readonly body: Body;
  /** Ties the mailed code to this tab. */
  readonly request: string;
  /** When the code ends. */
  readonly expiresAt: string;
  /** Until when the seats are held for that; absent where they are held only once the address is proven, or never. */
  readonly holdEndsAt?: string | undefined;
}
export type AwaitedReservation = Awaited<ReservationBody>;

/** Where it is kept over a reload, and over a way through the login page; as long as the tab is open. @param bodyIn what was typed, or undefined where it cannot be used */
export function awaitedIn<Body extends { readonly email: string }>(store: string, bodyIn: (kept: unknown) => Body | undefined) {
  return {
    keep(asked: Awaited<Body>): void {
      try {
        window.sessionStorage.setItem(store, JSON.stringify(asked));
      } catch {
        // Blocked or full: a reload leads back to the form.
      }
    },
    /** What was kept in this tab, whether or not its time is over. */
    read(): Awaited<Body> | undefined {
      try {
        const kept = Object(JSON.parse(window.sessionStorage.getItem(store) ?? '')) as Record<string, unknown>;
        const { request, expiresAt, holdEndsAt } = kept;
        const body = bodyIn(kept['body']);
        if (!body || typeof request !== 'string' || typeof expiresAt !== 'string') return undefined;
        return { body, request, expiresAt, ...(typeof holdEndsAt === 'string' ? { holdEndsAt } : {}) };
      } catch {
        return undefined;
      }
    },
    forget(): void {
      try {
        window.sessionStorage.removeItem(store);
      } catch {
        // Blocked storage holds nothing that could be removed.
      }
    },
  };
}

export const awaitedReservation = awaitedIn('concert-asked', (kept) => reserveBodySchema.safeParse(kept).data);

/**
 * Mails the code, and keeps what waits for it in this tab.
 * @param nav where the link of the mail leads
 */
export function useMailedCode<Body extends { readonly email: string }>(store: ReturnType<typeof awaitedIn<Body>>, nav: string) {
  const { act } = useAct(signInCodeRoutes.requestSignInCode);
  return async (body: Body, holdEndsAt?: string): Promise<Result<Awaited<Body>>> => {
    // After a reload, what was asked for before it works too.
    const known = store.read()?.request ?? codeRequest();
    const mailed = await act({ body: { email: body.email, nav, request: known } });
    if (!mailed.ok) return mailed;
    const { request, expiresAt } = mailed.value;
    const asked = { body, request, expiresAt, ...(holdEndsAt === undefined ? {} : { holdEndsAt }) };
    store.keep(asked);
    return { ok: true, value: asked };
  };
}

/** Whether its code can still be typed. */
export function isCodeValid({ expiresAt }: Pick<AwaitedReservation, 'expiresAt'>): boolean {
  return Date.parse(expiresAt) > serverNow();
}

/** When it was asked for, by the server's clock. */
export function askedAt({ expiresAt }: Pick<AwaitedReservation, 'expiresAt'>): number {
  return Date.parse(expiresAt) - SIGN_IN_CODE_SECONDS * 1_000;
}
