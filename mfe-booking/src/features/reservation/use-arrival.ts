import type { Session } from '@concert/web-kit/session.tsx';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import type { Reservation } from './use-reservation.ts';

/**
 * Somebody who comes signed in, back from the login page, goes on to pay for what this tab waited with. By the link of the mail, in whatever
 * browser it was opened, they see what is held: anybody may have typed their email, so nothing is reserved or paid of it unasked.
 */
export function useArrival(session: Session, { progress, enter }: Reservation): void {
  const { pathname, state } = useLocation() as { pathname: string; state: unknown };
  const navigate = useNavigate();
  const settled = useRef(false);
  const arrive = useEffectEvent(async () => {
    const asked = progress.at === 'code' ? progress.asked : undefined;
    const byMail = (Object(state) as { byMail?: unknown }).byMail === true;
    if (!session || !(asked || byMail)) return;
    // Who comes back from the payment page is not sent there again.
    if (byMail) await navigate(pathname, { replace: true, state: null });
    await enter(asked);
  });
  useEffect(() => {
    if (session === undefined || settled.current) return;
    settled.current = true;
    void arrive();
  }, [session]);
}
