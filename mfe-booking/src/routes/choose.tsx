import { concertDate } from '@concert/contracts/booking/concert-date';
import { choiceRoutes, type ChoiceShown } from '@concert/contracts/booking/choices';
import { idSchema } from '@concert/contracts/core/ids';
import { momentInWords } from '@concert/contracts/core/time-in-words';
import { Button } from '@concert/design-system/button.tsx';
import { Card } from '@concert/design-system/card.tsx';
import { LinkButton } from '@concert/design-system/link-button.tsx';
import { Failure, Notice } from '@concert/design-system/notice.tsx';
import { Page } from '@concert/design-system/page.tsx';
import { Read } from '@concert/design-system/read.tsx';
import { Skeleton } from '@concert/design-system/skeleton.tsx';
import { problemText } from '@concert/web-kit/problem-text.ts';
import { useAct } from '@concert/web-kit/reading/use-act.ts';
import { useRoute } from '@concert/web-kit/reading/use-route.ts';
import { useSession } from '@concert/web-kit/session.tsx';
import { PhoneLink } from '@concert/web-kit/phone-link.tsx';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useSearchParams } from 'react-router-dom';
import { ownDetailsPath } from '../features/booking-display/booking-display.ts';
import { ChoiceForm, moneyInWords } from '../features/choice-link/choice-form.tsx';
import { words } from '../features/choice-link/words.ts';
import { NotShown } from '../features/mail-link/not-shown.tsx';

/**
 * What becomes of tickets after a postponement: what a holder can choose, and has chosen. `ref` is the booking, `ref2` the secret of the
 * choice link, which opens it without signing in, `ref3` that of the mail that asks to confirm. Opening it changes nothing.
 */
export function Choose() {
  const [query] = useSearchParams();
  const [reference, secret, confirm] = ['ref', 'ref2', 'ref3'].map((name) => query.get(name) ?? '') as [string, string, string];
  const { pageTitle, session } = useSession();
  const whole = idSchema('booking').safeParse(reference).success;
  const input = { params: { bookingId: reference }, body: secret === '' ? {} : { ref2: secret } };
  const shown = useRoute(choiceRoutes.showChoice, input, { enabled: whole && session !== undefined, onReturn: true });
  const refused = shown.value === undefined ? shown.problem?.code : undefined;
  return (
    <Page width="narrow" title={pageTitle}>
      {!whole || refused === 'booking.not_found' || refused === 'request.invalid' ? (
        <NotShown title={words.notFound} text={words.notFoundText} leadsToLogin />
      ) : refused === 'booking.link_ended' ? (
        <NotShown title={words.ended} text={words.endedText} leadsToLogin />
      ) : refused === 'booking.nothing_to_choose' ? (
        <NotShown title={words.nothing} text={words.nothingText} />
      ) : (
        <Read reading={shown} words={words} skeleton={<Skeleton shape="card" count={2} label={words.reading} />}>
          {(choice) => <Shown choice={choice} secret={secret} confirm={confirm} onSaved={(saved) => shown.set(() => saved)} />}
        </Read>
      )}
    </Page>
  );
}

interface ShownProps {
  readonly choice: ChoiceShown;
  readonly secret: string;
  /** The secret of the mail that asks to confirm; empty without it. */
  readonly confirm: string;
  readonly onSaved: (saved: ChoiceShown) => void;
}

function Shown({ choice, secret, confirm, onSaved }: ShownProps) {
  const { concert, postponement, state, bookingId } = choice;
  const moment = momentInWords(postponement.chooseUntil, concert.timeZone);
  const [saves, setSaves] = useState(0);
  const saved = (changed: ChoiceShown) => {
    setSaves(saves + 1);
    onSaved(changed);
  };
  return (
    <>
      {state === 'over' ? (
        <Over choice={choice} />
      ) : (
        <>
          <Notice tone="warn" title={words.title} titleAs="h2">
            <p>{concert.dateToFollow ? words.toFollow : words.newDate(concertDate(concert))}</p>
            <p>{words.until(moment)}</p>
            <p>{words.silence[postponement.silence]}</p>
          </Notice>
          <Chosen choice={choice} moment={moment} saves={saves}>
            {choice.toConfirm && confirm !== '' && <ConfirmButton choice={choice} secret={secret} confirm={confirm} onSaved={saved} />}
          </Chosen>
          <Card>
            <ChoiceForm
              key={(choice.toConfirm ?? choice.choice)?.chosenAt ?? ''}
              shown={choice}
              moment={moment}
              secret={secret}
              onSaved={saved}
            />
          </Card>
        </>
      )}
      <p>
        {words.questions} <code translate="no">{bookingId}</code>{' '}
        <a href={`mailto:${concert.supportEmail}?subject=${bookingId}`}>{concert.supportEmail}</a>,{' '}
        <PhoneLink number={concert.supportPhone} />
      </p>
      {secret !== '' && <p>{words.keepSecret}</p>}
    </>
  );
}

/** What stands at present, while it can be changed. @param saves how often it was saved here */
function Chosen({ choice: shown, moment, saves, children }: { choice: ChoiceShown; moment: string; saves: number; children?: ReactNode }) {
  const { toConfirm, tickets } = shown;
  const choice = toConfirm ?? shown.choice;
  const box = useRef<HTMLDivElement>(null);
  // The form begins anew once it is saved, and the button that had the focus is gone.
  useEffect(() => {
    if (saves > 0) box.current?.focus();
  }, [saves]);
  if (!choice) return null;
  const back = choice.giveBack.filter((number) => tickets.includes(number));
  const sum = moneyInWords(shown, back.length, choice.gifts);
  const text =
    back.length === 0
      ? words.chosenKeep(tickets.length)
      : back.length === tickets.length
        ? words.chosenAll(back.length, sum)
        : words.chosenSome(back, sum);
  return (
    <div ref={box} tabIndex={-1}>
      <Notice tone={toConfirm ? 'warn' : 'good'} title={toConfirm ? words.toConfirm : words.chosen} titleAs="h2" live="polite">
        <p>{text}</p>
        <p>{toConfirm ? words.toConfirmText(moment) : words.changeable(moment)}</p>
        {children}
      </Notice>
    </div>
  );
}

/** Confirms what was chosen by the link alone; opening the mail's link does not. */
function ConfirmButton({ choice: { bookingId, toConfirm }, secret, confirm, onSaved }: ShownProps) {
  const { act, busy, problem } = useAct(choiceRoutes.saveChoice);
  const press = async () => {
    const { giveBack = [], gifts = 0 } = toConfirm ?? {};
    const result = await act({ params: { bookingId }, body: { giveBack, gifts, confirm, ...(secret === '' ? {} : { ref2: secret }) } });
    if (result.ok) onSaved(result.value);
  };
  return (
    <>
      <Failure title={words.notSaved} text={problem && problemText(problem)} />
      <Button busy={busy} busyText={words.saving} onClick={() => void press()}>
        {words.confirm}
      </Button>
    </>
  );
}

function Over({ choice: { choice, bookingId } }: { choice: ChoiceShown }) {
  const back = choice?.giveBack ?? [];
  const text =
    choice === undefined
      ? words.overUnderWay
      : back.length === 0
        ? words.overKept
        : choice.chosenAt === undefined
          ? words.overSilent(back)
          : choice.gifts > 0
            ? words.overGiven(back, choice.gifts)
            : words.overBack(back);
  return (
    <Notice
      title={words.over}
      titleAs="h2"
      live="polite"
      action={<LinkButton to={ownDetailsPath(bookingId)} variant="secondary" text={words.seeTickets} />}
    >
      {text}
    </Notice>
  );
}
