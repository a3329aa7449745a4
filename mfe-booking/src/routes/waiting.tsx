import { waitingRoutes, type WaitingState, type WaitingView } from '@concert/contracts/booking/waiting';
import { saleInWords } from '@concert/contracts/booking/sale-words';
import { idSchema } from '@concert/contracts/core/ids';
import { Button } from '@concert/design-system/button.tsx';
import { FormDone } from '@concert/design-system/form.tsx';
import { LinkButton } from '@concert/design-system/link-button.tsx';
import { Notice } from '@concert/design-system/notice.tsx';
import { Page, PageHeading } from '@concert/design-system/page.tsx';
import { Read, ReadFailed } from '@concert/design-system/read.tsx';
import { Skeleton } from '@concert/design-system/skeleton.tsx';
import { useAct } from '@concert/web-kit/reading/use-act.ts';
import { useRoute } from '@concert/web-kit/reading/use-route.ts';
import { loginPath } from '@concert/web-kit/redirects.ts';
import { useSession } from '@concert/web-kit/session.tsx';
import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { NotShown } from '../features/mail-link/not-shown.tsx';
import { leaveForPaymentPage } from '../features/payment-page/payment-page.ts';
import { CodeStep } from '../features/reservation/code-step.tsx';
import { useFreshConcert } from '../features/reservation/use-fresh-concert.ts';
import { Ended, Place } from '../features/waiting-list/place.tsx';
import { useJoining, type Joining } from '../features/waiting-list/use-joining.ts';
import { WishForm } from '../features/waiting-list/wish-form.tsx';
import { words } from '../features/waiting-list/words.ts';
import { WAITING_POLL_MS } from '../settings.ts';
import { texts } from '../texts.ts';

const { byLink } = words;
interface LinkProps {
  readonly reference: string;
  readonly secret: string;
}

const isOpen = (place: WaitingView | null | undefined) => place?.state === 'waiting' || place?.state === 'offered';

/**
 * The waiting list: joining it, and the own place. An email's link (`ref` is the place, `ref2` its secret) leaves it without signing in; with `ref3` it
 * shows what is offered, and pays it.
 */
export function WaitingList({ leave = leaveForPaymentPage }: { leave?: (href: string) => void }) {
  const [query] = useSearchParams();
  const [reference, paySecret] = [query.get('ref'), query.get('ref3')];
  const { pageTitle, concert } = useSession();
  const joining = useJoining();
  const { asked, busy, failure } = joining;
  return (
    <Page width="narrow">
      {asked && reference === null ? (
        <CodeStep
          {...{ asked, entering: busy, failure, words: words.code, path: '/waiting' }}
          onEnter={() => void joining.enter(asked.body)}
          onSendAgain={() => joining.ask(asked.body)}
          onOther={joining.startOver}
        />
      ) : (
        <>
          <PageHeading title={pageTitle} lede={concert?.state === 'cancelled' ? words.nextDate.lede : words.lede} />
          {reference === null ? (
            <OwnPlace joining={joining} leave={leave} />
          ) : paySecret !== null ? (
            <OfferByLink reference={reference} secret={query.get('ref2') ?? ''} paySecret={paySecret} leave={leave} />
          ) : (
            <LeaveByLink reference={reference} secret={query.get('ref2') ?? ''} />
          )}
        </>
      )}
    </Page>
  );
}

function OwnPlace({ joining, leave }: { joining: Joining; leave: (href: string) => void }) {
  const { session } = useSession();
  // After an act here the button that was pressed is gone.
  const [acts, setActs] = useState(joining.typed === undefined ? 0 : 1);
  const follow = { ...WAITING_POLL_MS, while: (answer: { own: WaitingView | null } | undefined) => isOpen(answer?.own) };
  const own = useRoute(waitingRoutes.showOwnWaiting, {}, { enabled: Boolean(session), onReturn: true, follow });
  // Who turns out to be signed in keeps the form, with what they typed meanwhile.
  const [began, setBegan] = useState(false);
  if (session === null && !began) setBegan(true);
  const stand = (place: WaitingView) => {
    setActs(acts + 1);
    own.set((now) => ({ closed: false, ...now, own: place }));
  };
  return (
    <Read
      reading={began ? { ...own, value: own.value ?? { own: null, closed: false } } : own}
      words={words}
      skeleton={<Skeleton shape="card" label={words.reading} />}
    >
      {({ own: place, closed }) => {
        const onChanged = (state?: WaitingState) => (place && state ? stand({ ...place, state }) : own.again());
        const shown = place && <Place place={place} leave={leave} onChanged={onChanged} />;
        return (
          <>
            {joining.problem?.code === 'booking.waits_already' && <Notice tone="warn" live="assertive" title={joining.problem.detail} />}
            {acts > 0 && shown ? <FormDone key={acts}>{shown}</FormDone> : shown}
            {!isOpen(place) && <Join joining={joining} closed={closed} onJoined={stand} />}
          </>
        );
      }}
    </Read>
  );
}

function Join({ joining, closed, onJoined }: { joining: Joining; closed: boolean; onJoined: (place: WaitingView) => void }) {
  const { session, concert: known } = useSession();
  const { concert, refresh } = useFreshConcert(known);
  if (concert === undefined) return <Skeleton shape="field" count={4} label={texts.loading} />;
  if (concert === null) return <ReadFailed words={words} failure={texts.reserve.unreadable.title} again={() => void refresh()} />;
  if (concert.state === 'cancelled') return <JoinForNextDate joining={joining} onJoined={onJoined} />;
  if (!closed && concert.saleState === 'open')
    return <WishForm concert={concert} session={session} joining={joining} onJoined={onJoined} />;
  return (
    <Notice title={closed ? words.closed : saleInWords(concert)} titleAs="h2">
      {closed ? words.closedText : words.noSale}
    </Notice>
  );
}

/** Once the concert is cancelled, one press of who is signed in joins the list for the next date. */
function JoinForNextDate({ joining, onJoined }: { joining: Joining; onJoined: (place: WaitingView) => void }) {
  const { session } = useSession();
  if (!session) return <LinkButton to={loginPath('/waiting')} text={words.nextDate.signIn} />;
  const press = async () => {
    const joined = await joining.join({ name: session.name || session.email, seats: 1, seating: 'next date' });
    if (joined.ok) onJoined(joined.value);
  };
  return (
    <>
      {joining.failure && (
        <Notice tone="bad" live="assertive" title={words.refused}>
          {joining.failure}
        </Notice>
      )}
      <Button busy={joining.busy} busyText={words.busy} onClick={() => void press()}>
        {words.nextDate.submit}
      </Button>
    </>
  );
}

interface OfferByLinkProps extends LinkProps {
  readonly paySecret: string;
  readonly leave: (href: string) => void;
}

function OfferByLink({ reference, secret, paySecret, leave }: OfferByLinkProps) {
  const [acted, setActed] = useState(false);
  const isWhole = idSchema('waiting').safeParse(reference).success;
  const follow = { ...WAITING_POLL_MS, while: isOpen };
  const call = { params: { waitingId: reference }, body: { ref2: paySecret } };
  const offer = useRoute(waitingRoutes.showOffer, call, { enabled: isWhole, onReturn: true, follow });
  if (!isWhole || offer.problem?.status === 404) return <NotShown title={byLink.notFound} text={byLink.notFoundText} leadsToLogin />;
  const onChanged = (state?: WaitingState) => {
    setActed(acted || state !== undefined);
    return state ? offer.set((now) => now && { ...now, state }) : offer.again();
  };
  return (
    <Read reading={offer} words={words} skeleton={<Skeleton shape="card" label={words.reading} />}>
      {(place) => {
        const shown = <Place {...{ place, secret, leave, onChanged }} />;
        return acted ? <FormDone>{shown}</FormDone> : shown;
      }}
    </Read>
  );
}

/** Leaves the list with one press, so that programs which open links change nothing. */
function LeaveByLink({ reference, secret }: LinkProps) {
  const { act, busy, problem, failure } = useAct(waitingRoutes.leaveWaiting);
  const [state, setState] = useState<WaitingState>();
  if (!idSchema('waiting').safeParse(reference).success || problem?.status === 404)
    return <NotShown title={byLink.notFound} text={byLink.notFoundText} leadsToLogin />;
  if (state)
    return (
      <FormDone>{state === 'waiting' || state === 'offered' ? <Notice title={texts.hold.closing} /> : <Ended state={state} />}</FormDone>
    );
  const press = async () => {
    const left = await act({ params: { waitingId: reference }, body: secret === '' ? {} : { ref2: secret } });
    if (left.ok) setState(left.value.state);
  };
  return (
    <Notice
      tone={failure ? 'bad' : 'info'}
      live={failure ? 'assertive' : 'polite'}
      title={byLink.title}
      titleAs="h2"
      action={
        <Button busy={busy} busyText={words.leave.busy} onClick={() => void press()}>
          {byLink.act}
        </Button>
      }
    >
      {failure ?? byLink.text}
    </Notice>
  );
}
