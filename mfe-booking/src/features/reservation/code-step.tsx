import { PageHeading } from '@concert/design-system/page.tsx';
import { signInCodeRoutes } from '@concert/contracts/auth/sign-in-codes';
import { Button } from '@concert/design-system/button.tsx';
import { CodeForm } from '@concert/design-system/code-form.tsx';
import { LinkButton } from '@concert/design-system/link-button.tsx';
import { Notice } from '@concert/design-system/notice.tsx';
import type { Result } from '@concert/web-kit/api-client.ts';
import { useCodeForm } from '@concert/web-kit/forms/use-code-form.ts';
import { useAct } from '@concert/web-kit/reading/use-act.ts';
import { useRoute } from '@concert/web-kit/reading/use-route.ts';
import { loginPath } from '@concert/web-kit/redirects.ts';
import { useEnclosed, useSession } from '@concert/web-kit/session.tsx';
import { useRefusedMail } from '@concert/web-kit/use-refused-mail.ts';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useNavigate } from 'react-router-dom';
import { texts } from '../../texts.ts';
import { HoldCountdown } from '../hold/hold-countdown.tsx';
import { askedAt, isCodeValid, type Awaited, type AwaitedReservation } from './awaited-reservation.ts';
import { texts as words } from './code-texts.ts';

export interface CodeStepProps {
  readonly asked: Awaited<{ readonly email: string }>;
  /** The address is proven, and what was asked for is under way. */
  readonly entering: boolean;
  /** Why that failed, where it can be tried again. */
  readonly failure: string | undefined;
  /** The page to which other ways of signing in lead back. */
  readonly path: string;
  readonly words: Pick<typeof words, 'submit' | 'entering' | 'confirmed' | 'confirmedText' | 'link' | 'failed'>;
  /** The address is proven: what was asked for can be done. */
  readonly onEnter: () => void;
  readonly onSendAgain: () => Promise<Result<unknown>>;
  readonly onOther: () => void;
  /** What waits for the code. */
  readonly children?: ReactNode;
}

/** How often the page asks whether the mail was used elsewhere, while it is looked at. */
const LOOK_EACH_MS = 3_000;

/** A code was mailed: typed here, it proves the address, and what was asked for goes on. */
export function CodeStep({ asked, entering, failure, path, words: of, onEnter, onSendAgain, onOther, children }: CodeStepProps) {
  const { session, refreshSession } = useSession();
  const navigate = useNavigate();
  const { act: signIn } = useAct(signInCodeRoutes.useSignInCode);
  const form = useCodeForm({
    use: async (code) => {
      const used = await signIn({ body: { request: asked.request, code } });
      if (!used.ok) return used;
      await refreshSession();
      if (used.value.session) onEnter();
      // What is left is asked for there, and leads back here.
      else await navigate(loginPath(path));
      return used;
    },
    again: onSendAgain,
  });
  const busy = form.busy || entering;
  const refused = useRefusedMail(asked.request, form.sentAgain);
  // A code whose answer was lost may have been used by this page.
  const isElsewhere = useConfirmedElsewhere(asked, !busy && !failure && (form.failure === undefined || form.isSpent));
  const place = useRef<HTMLDivElement>(null);
  useEnclosed();
  // The button that was pressed is gone, later the field of the code: who hears the page hears its heading next.
  useEffect(() => place.current?.querySelector('h1')?.focus(), [isElsewhere]);
  const goOn = (label: string) => <Button onClick={onEnter}>{label}</Button>;
  if (isElsewhere)
    return (
      <div ref={place} className="stack-24">
        <PageHeading title={of.confirmed} lede={of.confirmedText} />
        <div className="row-12">{session ? goOn(words.goOnHere) : <LinkButton to={loginPath(path)} text={words.goOnHere} />}</div>
      </div>
    );
  return (
    <div ref={place} className="stack-24">
      <PageHeading title={words.heading} lede={words.sentTo(asked.body.email)} />
      {children}
      {session && !busy ? (
        // Signed in elsewhere in this browser, or the last try to go on was lost.
        <Notice
          tone={failure ? 'bad' : 'good'}
          live={failure ? 'assertive' : 'polite'}
          title={failure ? of.failed : words.signedIn(session.email)}
          action={goOn(of.submit)}
        >
          {failure && <p>{failure}</p>}
        </Notice>
      ) : (
        <CodeForm form={{ ...form, busy }} submit={of.submit} busyText={of.entering} refused={refused}>
          <Button variant="plain" onClick={onOther}>
            {words.otherAddress}
          </Button>
          <LinkButton to={loginPath(path)} variant="plain" text={words.anotherWay} />
          <p className="quiet small">{of.link}</p>
        </CodeForm>
      )}
    </div>
  );
}

/**
 * Whether the mail was used without this page, by its link in another tab or on another device. It is asked until the code ends.
 * @param idle false where this page may have used it
 */
function useConfirmedElsewhere(asked: CodeStepProps['asked'], idle: boolean): boolean {
  const isUsed = (usedAt: string | null | undefined) => Boolean(usedAt) && Date.parse(usedAt!) > askedAt(asked);
  const { value } = useRoute(
    signInCodeRoutes.checkSignInCode,
    { body: { request: asked.request } },
    { enabled: idle, follow: { firstMs: LOOK_EACH_MS, while: (answer) => !isUsed(answer?.usedAt) && isCodeValid(asked) } },
  );
  return idle && isUsed(value?.usedAt);
}

/** How long the seats are held. */
export function Held({ asked: { body, holdEndsAt } }: { asked: AwaitedReservation }) {
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
