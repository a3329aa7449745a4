import { complimentaryRoutes, type ComplimentaryDetails } from '@concert/contracts/booking/complimentary';
import { GIVE_BACK_REFUSALS, giveBackRoutes } from '@concert/contracts/booking/give-back';
import type { BookingView, ConcertView } from '@concert/contracts/booking/http';
import { formatMoney } from '@concert/contracts/core/money';
import { timeInWords, weekdayInWords } from '@concert/contracts/core/time-in-words';
import { Button } from '@concert/design-system/button.tsx';
import { LinkButton } from '@concert/design-system/link-button.tsx';
import { Failure, Notice } from '@concert/design-system/notice.tsx';
import { showToast } from '@concert/design-system/toast.tsx';
import { problemText } from '@concert/web-kit/problem-text.ts';
import { useAct } from '@concert/web-kit/reading/use-act.ts';
import { loginPath } from '@concert/web-kit/redirects.ts';
import { serverNow } from '@concert/web-kit/server-clock.ts';
import { useSession, useTimeZone } from '@concert/web-kit/session.tsx';
import { useRef, useState, type ReactNode } from 'react';
import { texts } from '../../texts.ts';
import { followsAccessibleTicket, returnedTickets } from '../choice-link/choosing.ts';
import { TicketTicks } from '../choice-link/ticket-ticks.tsx';
import { ConfirmedAct } from '../confirmed-act/confirmed-act.tsx';
import { words } from './words.ts';

interface GiveBackProps {
  readonly booking: BookingView;
  readonly onChanged: () => void;
}

/** Gives tickets back, for who asks after reading what becomes of them, and keeps them after all with one press. */
export function GiveBack({ booking: { id, giveBack, tickets = [] }, onChanged }: GiveBackProps) {
  const { act, busy, problem, failure } = useAct(giveBackRoutes.giveBack);
  const place = useRef<HTMLDivElement>(null);
  const [ticked, setTicked] = useState<readonly number[]>();
  if (!giveBack || giveBack.refused === 'none') return null;
  const { returning, moneyBack, refused, atOnce, until } = giveBack;
  const left = refused ? [] : giveBack.tickets.filter((number) => !returning.includes(number));
  const companions = tickets.flatMap(({ seat, number }) => (seat === 'companion' ? [number] : []));
  const back = returnedTickets({ wish: 'some', chosen: ticked ?? left, gifts: 0 }, { tickets: left, companions });
  const amount = (moneyBack[returning.length + back.length - 1] ?? 0) - (moneyBack[returning.length - 1] ?? 0);
  const promised = problem?.code === 'booking.seats_promised';
  const free = returning.filter((number) => !followsAccessibleTicket({ chosen: returning }, { companions }, number));

  const say = async (numbers: readonly number[], done: string) => {
    const said = await act({ params: { bookingId: id }, body: { tickets: [...numbers] } });
    if (!said.ok && said.problem.status < 500) onChanged();
    if (!said.ok) return problemText(said.problem);
    setTicked(undefined);
    showToast({ tone: 'good', text: done });
    onChanged();
    return undefined;
  };
  const keep = async (numbers: readonly number[]) => {
    const others = returning.filter((number) => !numbers.includes(number));
    // The button that was pressed is gone.
    if ((await say(others, words.kept)) === undefined) place.current?.focus();
  };
  return (
    <div ref={place} tabIndex={-1} className="stack-12 items-start">
      {returning.length > 0 && <p className="strong">{words.returningOf(returning)}</p>}
      {promised ? (
        <Notice tone="warn" live="assertive" title={words.promised}>
          {returning.length === 1 ? words.promisedOne : words.promisedSome}
        </Notice>
      ) : (
        problem && returning.length > 0 && <Failure text={failure} />
      )}
      <div className="row-8-16">
        {left.length > 0 && (
          <Ask
            {...{ of: id, tickets: left, companions, back, chosen: ticked ?? left, onChoose: setTicked }}
            run={() => say([...returning, ...back], atOnce ? words.done.atOnce : words.done.waits)}
          >
            {atOnce
              ? words.atOnce(back.length, formatMoney(amount))
              : `${words.stay(back.length)} ${amount > 0 ? `${words.then(formatMoney(amount))} ` : ''}${words.change}`}
          </Ask>
        )}
        {refused !== 'refunding' &&
          (promised && free.length > 1 ? free.map((number) => [number]) : returning.length > 0 ? [returning] : []).map((numbers) => (
            <Button key={numbers.join()} variant="secondary" busy={busy} busyText={words.keeping} onClick={() => void keep(numbers)}>
              {promised && free.length > 1 ? words.keepOne(numbers[0]!) : words.keep(returning.length)}
            </Button>
          ))}
      </div>
      {refused ? <p className="quiet">{GIVE_BACK_REFUSALS[refused]}</p> : <Until at={until} />}
    </div>
  );
}

interface AskProps {
  /** The booking or entry. */
  readonly of: string;
  readonly tickets: readonly number[];
  readonly companions?: readonly number[];
  /** Those that go back: the chosen ones, and those that follow them. */
  readonly back: readonly number[];
  readonly chosen?: readonly number[];
  readonly onChoose: (chosen: readonly number[]) => void;
  readonly run: () => Promise<string | undefined>;
  /** What becomes of them. */
  readonly children: ReactNode;
}

function Ask({ of, tickets, companions = [], back, chosen = back, onChoose, run, children }: AskProps) {
  return (
    <ConfirmedAct
      label={words.act}
      labelOf={words.labelOf(of)}
      title={words.ask(back.length)}
      words={{ keep: words.no, confirm: words.act, busy: words.busy }}
      disabled={back.length === 0}
      run={run}
    >
      {tickets.length > 1 && <TicketTicks legend={words.which} {...{ tickets, companions, chosen, onChoose }} />}
      <p aria-live="polite">{children}</p>
    </ConfirmedAct>
  );
}

function Until({ at }: { at: string }) {
  const timeZone = useTimeZone();
  return <p className="quiet small">{words.until(`${weekdayInWords(at, timeZone)}, ${timeInWords(at, timeZone)}`)}</p>;
}

/** The same on the ticket page, as long as the evening is to come; who came by the link alone is told to sign in. */
export function GiveBackNotice({ booking, concert, onChanged }: GiveBackProps & { readonly concert: ConcertView | null | undefined }) {
  const { session } = useSession();
  const [openedAt] = useState(serverNow);
  const { giveBack, status, tickets } = booking;
  const toCome = concert && concert.state !== 'cancelled' && openedAt < Date.parse(concert.startsAt);
  const byLink = session === null && status === 'paid' && Boolean(tickets?.length);
  if (!toCome || !(byLink || (giveBack && giveBack.refused !== 'none'))) return null;
  return (
    <Notice
      title={words.title}
      titleAs="h2"
      action={byLink && <LinkButton to={loginPath('/bookings')} variant="secondary" text={texts.logIn} />}
    >
      {byLink ? words.signIn : <GiveBack booking={booking} onChanged={onChanged} />}
    </Notice>
  );
}

/** Gives free tickets back, which end at once; who came by the link alone is told to sign in, because a link may be passed on. */
export function GuestGiveBack({ entry: { id, giveBack }, onChanged }: { entry: ComplimentaryDetails; onChanged: () => void }) {
  const { act } = useAct(complimentaryRoutes.giveComplimentaryBack);
  const { session } = useSession();
  const [ticked, setTicked] = useState<readonly number[]>();
  if (!giveBack) return null;
  const { tickets, until, own } = giveBack;
  const back = tickets.filter((number) => ticked?.includes(number) ?? true);
  const run = async () => {
    const said = await act({ params: { entryId: id }, body: { tickets: back } });
    if (!said.ok) return problemText(said.problem);
    setTicked(undefined);
    showToast({ tone: 'good', text: words.guest.done });
    onChanged();
    return undefined;
  };
  return (
    <Notice title={words.title} titleAs="h2" action={!session && <LinkButton to="/login" variant="secondary" text={texts.logIn} />}>
      {own ? (
        <div className="stack-12 items-start">
          <Ask {...{ of: id, tickets, back, onChoose: setTicked, run }}>{words.guest.atOnce(back.length)}</Ask>
          <Until at={until} />
        </div>
      ) : (
        words.guest.signIn
      )}
    </Notice>
  );
}
