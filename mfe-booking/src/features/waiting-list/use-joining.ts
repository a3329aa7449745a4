import { waitingRoutes } from '@concert/contracts/booking/waiting';
import type { CallOf } from '@concert/contracts/core/route';
import type { Result } from '@concert/web-kit/api-client.ts';
import { useAct } from '@concert/web-kit/reading/use-act.ts';
import { useState } from 'react';
import { awaitedIn, isCodeValid, useMailedCode } from '../reservation/awaited-reservation.ts';

type Wish = CallOf<typeof waitingRoutes.waitForSeats>['body'];
type AwaitedWish = Wish & { readonly email: string };

const awaited = awaitedIn<AwaitedWish>('concert-wish', (kept) => {
  const { email, ...wish } = Object(kept) as Partial<AwaitedWish>;
  const { data } = waitingRoutes.waitForSeats.body.safeParse(wish);
  return data && email !== undefined ? { ...data, email } : undefined;
});

/** The way onto the list: who is signed out proves their address in between. */
export function useJoining() {
  const { act, busy, problem, failure } = useAct(waitingRoutes.waitForSeats, { saysSessionEnd: true });
  const mailCode = useMailedCode(awaited, 'waiting');
  const [kept] = useState(() => awaited.read());
  const [asked, setAsked] = useState(kept && isCodeValid(kept) ? kept : undefined);
  const [typed, setTyped] = useState(kept?.body);
  const ask = async (body: AwaitedWish): Promise<Result<unknown>> => {
    const mailed = await mailCode(body);
    if (!mailed.ok) return mailed;
    setAsked(mailed.value);
    setTyped(body);
    return mailed;
  };
  const startOver = () => {
    awaited.forget();
    setAsked(undefined);
  };
  // The address is proven. Where it is not known whether that joined the list, it can be tried again.
  const enter = async ({ email: _proven, ...body }: AwaitedWish) => {
    const joined = await act({ body });
    if (joined.ok || !(joined.problem.code.startsWith('network.') || joined.problem.status >= 500)) startOver();
  };
  return { asked, typed, busy, problem, failure, ask, join: (body: Wish) => act({ body }), startOver, enter };
}

export type Joining = ReturnType<typeof useJoining>;
