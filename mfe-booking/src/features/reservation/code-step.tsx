import { signInCodeRoutes } from '@concert/contracts/auth/sign-in-codes';
import { Button } from '@concert/design-system/button.tsx';
import { CodeForm } from '@concert/design-system/code-form.tsx';
import { LinkButton } from '@concert/design-system/link-button.tsx';
import { Notice } from '@concert/design-system/notice.tsx';
import { PageHeading } from '@concert/design-system/page-heading.tsx';
import { useCodeForm } from '@concert/web-kit/forms/use-code-form.ts';
import { useAct } from '@concert/web-kit/reading/use-act.ts';
import { useRoute } from '@concert/web-kit/reading/use-route.ts';
import { loginPath } from '@concert/web-kit/redirects.ts';
import { useEnclosed, useSession } from '@concert/web-kit/session.tsx';
import { useRefusedMail } from '@concert/web-kit/use-refused-mail.ts';
import { useEffect, useRef, useState } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { texts } from '../../texts.ts';
import { HoldCountdown } from '../hold/hold-countdown.tsx';
import { askedAt, isCodeValid, type AwaitedReservation } from './awaited-reservation.ts';
import { texts as words } from './code-texts.ts';
import type { Progress } from './progress.ts';
import type { Reservation } from './use-reservation.ts';

export interface CodeStepProps {
  readonly progress: Extract<Progress, { at: 'code' }>;
  readonly reservation: Reservation;
}

/** How often the page asks whether the mail was used elsewhere, while it is looked at. */
const LOOK_EACH_MS = 3_000;

/** The seats are held, and a code was mailed: typed here, it leads to the payment page. */
export function CodeStep({ progress: { asked, entering, failure }, reservation }: CodeStepProps) {
  const { session, refreshSession } = useSession();
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
  const busy = form.busy || entering;
  const refused = useRefusedMail(asked.request, form.sentAgain);
  // A code whose answer was lost may have been used by this page.
  const isElsewhere = useConfirmedElsewhere(asked, !busy && !failure && (form.failure === undefined || form.isSpent));
  const place = useRef<HTMLDivElement>(null);
  useEnclosed();
  // The button that was pressed is gone, later the field of the code: who hears the page hears its heading next.
  useEffect(() => place.current?.querySelector('h1')?.focus(), [isElsewhere]);
  const goOn = (label: string) => <Button onClick={() => void reservation.enter(asked)}>{label}</Button>;
  if (isElsewhere)
    return (
      <div ref={place} className="stack-24">
        <PageHeading title={words.confirmed} lede={words.confirmedText} />
        <div className="row-12">
          {session ? goOn(words.goOnHere) : <LinkButton as={Link} to={loginPath('/reserve-your-seat')} text={words.goOnHere} />}
        </div>
      </div>
    );
  return (
    <div ref={place} className="stack-24">
      <PageHeading title={words.heading} lede={words.sentTo(asked.body.email)} />
      <Held key={asked.holdEndsAt} asked={asked} />
      {session && !busy ? (
        // Signed in elsewhere in this browser, or the last try to go on was lost.
        <Notice
          tone={failure ? 'bad' : 'good'}
          live={failure ? 'assertive' : 'polite'}
          title={failure ? words.failed : words.signedIn(session.email)}
          action={goOn(words.submit)}
        >
          {failure && <p>{failure}</p>}
        </Notice>
      ) : (
        <CodeForm form={{ ...form, busy }} submit={words.submit} busyText={words.entering} refused={refused}>
          <Button variant="plain" onClick={reservation.startOver}>
            {words.otherAddress}
          </Button>
          <LinkButton as={Link} to={loginPath('/reserve-your-seat')} variant="plain" text={words.anotherWay} />
          <p className="quiet small">{words.link}</p>
        </CodeForm>
      )}
    </div>
  );
}

/**
 * Whether the mail was used without this page, by its link in another tab or on another device. It is asked until the code ends.
 * @param idle false where this page may have used it
 */
function useConfirmedElsewhere(asked: AwaitedReservation, idle: boolean): boolean {
  const isUsed = (usedAt: string | null | undefined) => Boolean(usedAt) && Date.parse(usedAt!) > askedAt(asked);
  const { value } = useRoute(
    signInCodeRoutes.checkSignInCode,
    { body: { request: asked.request } },
    { enabled: idle, follow: { firstMs: LOOK_EACH_MS, while: (answer) => !isUsed(answer?.usedAt) && isCodeValid(asked) } },
  );
  return idle && isUsed(value?.usedAt);
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
