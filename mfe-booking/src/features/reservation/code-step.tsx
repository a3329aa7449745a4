import { signInCodeRoutes } from '@concert/contracts/auth/sign-in-codes';
import { Button } from '@concert/design-system/button.tsx';
import { CodeForm } from '@concert/design-system/code-form.tsx';
import { LinkButton } from '@concert/design-system/link-button.tsx';
import { Notice } from '@concert/design-system/notice.tsx';
import { PageHeading } from '@concert/design-system/page-heading.tsx';
import { useCodeForm } from '@concert/web-kit/forms/use-code-form.ts';
import { useAct } from '@concert/web-kit/reading/use-act.ts';
import { loginPath } from '@concert/web-kit/redirects.ts';
import { useSession } from '@concert/web-kit/session.tsx';
import { useRefusedMail } from '@concert/web-kit/use-refused-mail.ts';
import { useEffect, useRef, useState } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { texts } from '../../texts.ts';
import { HoldCountdown } from '../hold/hold-countdown.tsx';
import type { AwaitedReservation } from './awaited-reservation.ts';
import { texts as words } from './code-texts.ts';
import type { Progress } from './progress.ts';
import type { Reservation } from './use-reservation.ts';

export interface CodeStepProps {
  readonly progress: Extract<Progress, { at: 'code' }>;
  readonly reservation: Reservation;
}

/** The seats are held, and a code was mailed: typed here, it leads to the payment page. */
export function CodeStep({ progress: { asked, entering, failure }, reservation }: CodeStepProps) {
  const { session } = useSession();
  const place = useRef<HTMLDivElement>(null);
  // The button that was pressed is gone; who hears the page hears its heading next.
  useEffect(() => place.current?.querySelector('h1')?.focus(), []);
  return (
    <div ref={place} className="stack-24">
      <PageHeading title={words.heading} lede={words.sentTo(asked.body.email)} />
      <Held key={asked.holdEndsAt} asked={asked} />
      {session && !entering ? (
        // Signed in elsewhere in this browser, or the last try to go on was lost.
        <Notice
          tone={failure ? 'bad' : 'good'}
          live={failure ? 'assertive' : 'polite'}
          title={failure ? words.failed : words.signedIn(session.email)}
          action={<Button onClick={() => void reservation.enter(asked)}>{words.submit}</Button>}
        >
          {failure && <p>{failure}</p>}
        </Notice>
      ) : (
        <Code asked={asked} entering={entering} reservation={reservation} />
      )}
    </div>
  );
}

/** How long the seats are held. */
function Held({ asked: { body, holdEndsAt } }: { asked: AwaitedReservation }) {
  const [over, setOver] = useState(false);
  if (holdEndsAt === undefined) return <p>{words.unheld}</p>;
  return (
    <p>
      {over ? (
        words.over
      ) : (
        <>
          <strong>{texts.seats(body.notickets, body.seating)}</strong> ·{' '}
          <HoldCountdown what={texts.seats(body.notickets, body.seating)} endsAt={holdEndsAt} onEnd={() => setOver(true)} />
        </>
      )}
    </p>
  );
}

function Code({ asked, entering, reservation }: { asked: AwaitedReservation; entering: boolean; reservation: Reservation }) {
  const { refreshSession } = useSession();
  const navigate = useNavigate();
  const { act: signIn } = useAct(signInCodeRoutes.useSignInCode);
  const form = useCodeForm({
    use: async (code) => {
      const used = await signIn({ body: { request: asked.request, code } });
      if (!used.ok) return used;
      await refreshSession();
      if (used.value.session) void reservation.enter(asked);
      // What is left is asked for there, and leads back here.
      else await navigate(loginPath('/reserve-your-seat'));
      return used;
    },
    again: () => reservation.sendAgain(asked),
  });
  const refused = useRefusedMail(asked.request, form.sentAgain);
  return (
    <CodeForm form={{ ...form, busy: form.busy || entering }} submit={words.submit} busyText={words.entering} refused={refused}>
      <Button variant="plain" onClick={reservation.startOver}>
        {words.otherAddress}
      </Button>
      <LinkButton as={Link} to={loginPath('/reserve-your-seat')} variant="plain" text={words.anotherWay} />
      <p className="quiet small">{words.link}</p>
    </CodeForm>
  );
}
