import { formatMoney } from '@concert/contracts/core/money';
import { timeInWords, weekdayInWords } from '@concert/contracts/core/time-in-words';
import { waitingRoutes, type OfferedView, type WaitingState } from '@concert/contracts/booking/waiting';
import { LinkButton } from '@concert/design-system/link-button.tsx';
import { Notice } from '@concert/design-system/notice.tsx';
import { problemText } from '@concert/web-kit/problem-text.ts';
import { useAct } from '@concert/web-kit/reading/use-act.ts';
import { useTimeZone } from '@concert/web-kit/session.tsx';
import { texts } from '../../texts.ts';
import { ConfirmedAct } from '../confirmed-act/confirmed-act.tsx';
import { HoldCountdown } from '../hold/hold-countdown.tsx';
import { PayOrGiveUp } from '../hold/pay-or-give-up.tsx';
import { Rules } from '../reservation/rules.tsx';
import { words } from './words.ts';

interface PlaceProps {
  readonly place: OfferedView;
  /** The secret of an email's link, which leaves or declines without signing in. */
  readonly secret?: string | undefined;
  /** It was left, or may have changed. */
  readonly onChanged: (state?: WaitingState) => void;
  readonly leave: (href: string) => void;
}

/** How the own place in the list stands, and what can be done about it. */
export function Place(props: PlaceProps) {
  const { state, seats, seating, access, before, offer, pay } = props.place;
  if (state === 'offered')
    return offer && pay ? <Offered {...props} {...{ offer, pay }} /> : <Notice live="polite" title={texts.hold.closing} />;
  if (state !== 'waiting') return <Ended state={state} />;
  if (seating === 'next date')
    return (
      <Notice live="polite" title={words.nextDate.waits} titleAs="h2" action={<Leave {...props} said={words.nextDate.leave} />}>
        {words.nextDate.text}
      </Notice>
    );
  return (
    <Notice live="polite" title={words.before(before)} titleAs="h2" action={<Leave {...props} said={words.leave} />}>
      <p>{words.wish(seats, seating === 'any' ? words.anyPlace : seating, access !== undefined)}</p>
      <p>{words.next}</p>
    </Notice>
  );
}

/** A place that has ended, and how. */
export function Ended({ state }: { state: keyof typeof words.ends }) {
  const { title, text } = words.ends[state];
  const bought = state === 'bought';
  return (
    <Notice
      tone={bought ? 'good' : 'info'}
      live="polite"
      title={title}
      titleAs="h2"
      action={bought && <LinkButton to="/bookings" text={words.bookings} />}
    >
      {text}
    </Notice>
  );
}

type OfferedProps = PlaceProps & { readonly [P in 'offer' | 'pay']: NonNullable<OfferedView[P]> };

function Offered({ place, offer, pay, secret, onChanged, leave }: OfferedProps) {
  const timeZone = useTimeZone();
  const { bookingId: id, seating } = offer;
  const { amountMinor: amount, currency } = offer.amount;
  const buyer = { firstname: pay.name, lastname: '', email: pay.email, phoneno: '' };
  const booking = { id, seating, notickets: place.seats, amount, currency, ...buyer, secret: pay.ref2 };
  const what = texts.seats(place.seats, seating);
  const until = `${weekdayInWords(offer.endsAt, timeZone)}, ${timeInWords(offer.endsAt, timeZone)}`;
  return (
    <Notice tone="good" live="polite" title={words.offered} titleAs="h2">
      <p>{words.offer(what, formatMoney(amount), until)}</p>
      <p>
        <HoldCountdown what={what} endsAt={offer.endsAt} onEnd={onChanged} />
      </p>
      <Rules before={words.rules} />
      <PayOrGiveUp booking={booking} payable onChanged={onChanged} leave={leave}>
        <Leave {...{ place, secret, onChanged }} said={words.decline} />
      </PayOrGiveUp>
    </Notice>
  );
}

type LeaveProps = Omit<PlaceProps, 'leave'> & { readonly said: typeof words.leave | typeof words.decline | typeof words.nextDate.leave };

/** Leaves the list, or declines what is offered. */
function Leave({ place: { id }, secret, onChanged, said }: LeaveProps) {
  const { act } = useAct(waitingRoutes.leaveWaiting);
  const run = async () => {
    const left = await act({ params: { waitingId: id }, body: secret === undefined ? {} : { ref2: secret } });
    if (!left.ok) return problemText(left.problem);
    onChanged(left.value.state);
    return undefined;
  };
  return (
    <ConfirmedAct label={said.act} labelOf={said.act} title={said.title} words={{ ...said, confirm: said.act }} run={run}>
      <p>{said.text}</p>
    </ConfirmedAct>
  );
}
