import type { ConcertView } from '@concert/contracts/booking/http';
import type { Seating } from '@concert/contracts/booking/seating';
import { majorUnits } from '@concert/contracts/core/money';
import { Button } from '@concert/design-system/button.tsx';
import { ErrorSummary } from '@concert/design-system/error-summary.tsx';
import { TextField } from '@concert/design-system/field.tsx';
import { Notice } from '@concert/design-system/notice.tsx';
import { Select } from '@concert/design-system/select.tsx';
import { Skeleton } from '@concert/design-system/skeleton.tsx';
import type { FieldErrors } from '@concert/web-kit/forms.ts';
import type { Session } from '@concert/web-kit/session.tsx';
import { useEffect, useRef, useState, type FormEvent } from 'react';
import type { Waits } from '../../settings.ts';
import { texts } from '../../texts.ts';
import type { OwnBookings } from '../bookings/use-own-bookings.ts';
import { amountOf } from '../booking-display/booking-display.ts';
import { amountMinor, chooseCategory, firstChoice, ticketOptions, type Category, type Choice } from './choice.ts';
import { checkReservation, FIELDS, keptValues, type FieldName } from './reservation.ts';
import { BuyAgain } from './buy-again.tsx';
import { ReservationOutcome } from './reservation-outcome.tsx';
import styles from './reservation.module.css';
import { SeatingCards } from './seating-cards.tsx';
import { SeatsSummary } from './seats-summary.tsx';
import { SignInPrompt } from './sign-in-prompt.tsx';
import { usePhone } from './use-phone.ts';
import { useReservation } from './use-reservation.ts';
import { WaitingBookings } from './waiting-bookings.tsx';

const words = texts.reserve;

export interface ReservationFormProps {
  concert: ConcertView;
  session: Session;
  waits: Waits;
  leave: (href: string) => void;
  refreshConcert: () => Promise<void>;
  /** The buyer's bookings, of which some may wait for their payment. */
  own: OwnBookings;
  /** Tells the page which category its heading names. */
  onSeating: (seating: Seating) => void;
}

const fieldId = (field: FieldName) => `reservation-${field}`;

/** Choose seats, say who comes, go to pay. Signed out, the choice can be made and is kept while logging in. */
export function ReservationForm({ concert, session, waits, leave, refreshConcert, own, onSeating }: ReservationFormProps) {
  const [choice, setChoice] = useState<Choice | undefined>(() => firstChoice(concert.categories, keptValues(session?.email)));
  const [listReady, setListReady] = useState(waits.ticketListMs === 0);
  const canvas = useRef<HTMLCanvasElement>(null);
  const { progress, reserve, pay, startOver } = useReservation({ waits, canvas, leave, refreshConcert });
  const seating = choice?.seating;
  const category = concert.categories.find((one) => one.seating === seating);

  useEffect(() => {
    if (seating) onSeating(seating);
  }, [onSeating, seating]);

  useEffect(() => {
    if (listReady) return;
    const timer = setTimeout(() => setListReady(true), waits.ticketListMs);
    return () => clearTimeout(timer);
  }, [listReady, waits.ticketListMs]);

  if (!choice || !category) return null;
  const options = category.left > 0 ? ticketOptions(category) : [choice.tickets];
  // What is left may have shrunk since the choice was made.
  const possible = options.includes(choice.tickets) ? choice.tickets : (options.at(-1) ?? choice.tickets);
  // A booking that is offered again is shown as it is, not as it was asked for.
  const tickets = progress.at === 'waiting' ? progress.held.notickets : possible;

  const choose = (chosen: Seating) => {
    const next = concert.categories.find((one) => one.seating === chosen);
    if (!next || progress.at === 'busy') return;
    setChoice(chooseCategory(next));
    setListReady(waits.ticketListMs === 0);
    startOver();
  };
  const chooseTickets = (count: number) => {
    setChoice({ seating: category.seating, tickets: count });
    startOver();
  };

  const inHand = progress.at === 'waiting' || progress.at === 'unpaid' ? progress.held.id : undefined;
  const changed = () => {
    startOver();
    own.changed();
    void refreshConcert();
  };

  return (
    <>
      <WaitingBookings own={own} except={inHand} timeZone={concert.timeZone} onChanged={refreshConcert} leave={leave} />
      <SeatingCards categories={concert.categories} chosen={category.seating} onChoose={choose} />
      {concert.categories.some((one) => one.left > 0) && (
        <Form
          key={session?.userId ?? 'signed-out'}
          concert={concert}
          session={session}
          category={category}
          tickets={tickets}
          options={options.includes(tickets) ? options : [...options, tickets]}
          listReady={listReady}
          onTickets={chooseTickets}
          progress={progress}
          reserve={reserve}
          pay={pay}
          onEdit={startOver}
          onChanged={changed}
        />
      )}
      <canvas ref={canvas} hidden />
    </>
  );
}

interface FormProps extends Pick<ReturnType<typeof useReservation>, 'reserve' | 'pay' | 'progress'> {
  concert: ConcertView;
  session: Session;
  category: Category;
  tickets: number;
  options: readonly number[];
  listReady: boolean;
  onTickets: (count: number) => void;
  onEdit: () => void;
  /** A booking that waits for its payment was given up, or its time is over. */
  onChanged: () => void;
}

function Form({
  concert,
  session,
  category,
  tickets,
  options,
  listReady,
  onTickets,
  progress,
  reserve,
  pay,
  onEdit,
  onChanged,
}: FormProps) {
  const [kept] = useState(() => keptValues(session?.email));
  const [name, setName] = useState(kept.name ?? session?.name ?? '');
  const [phoneno, setPhoneno] = usePhone(kept.phoneno, Boolean(session));
  const [errors, setErrors] = useState<FieldErrors>({});
  const [attempt, setAttempt] = useState(0);
  const [checkedFor, setCheckedFor] = useState(category.seating);
  // Choosing a category begins the form anew; what was typed of the person is kept, the faults of the last try are not.
  if (checkedFor !== category.seating) {
    setCheckedFor(category.seating);
    setErrors({});
  }
  const busy = progress.at === 'busy';
  const soldOut = category.left <= 0 && (progress.at === 'form' || progress.at === 'refused');
  const amount = amountMinor(category, tickets);
  const values = { name, email: session?.email ?? '', phoneno, seating: category.seating, tickets };
  const wrong = FIELDS.flatMap((field) => {
    const text = errors[field];
    return text ? [{ fieldId: fieldId(field), text }] : [];
  });

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    const checked = checkReservation(values, category, window.location.origin);
    setErrors(checked.ok ? {} : checked.errors);
    if (!checked.ok) {
      setAttempt((count) => count + 1);
      return;
    }
    void (progress.at === 'unpaid' ? pay(progress.held) : reserve(checked.body));
  };

  // One wrong field is where the focus goes; of several, the summary tells them all.
  const onlyWrong = wrong.length === 1 ? wrong[0]?.fieldId : undefined;
  useEffect(() => {
    if (attempt > 0 && onlyWrong) document.getElementById(onlyWrong)?.focus();
    // The focus moves at a try, not while the field is being corrected.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [attempt]);

  const choiceFields = (
    <div className={styles.pair}>
      {listReady ? (
        <Select
          id={fieldId('notickets')}
          label={words.tickets}
          name="notickets"
          value={String(tickets)}
          error={errors['notickets']}
          disabled={busy}
          options={options.map((count) => ({ value: String(count), label: String(count) }))}
          onChange={(change) => onTickets(Number(change.currentTarget.value))}
        />
      ) : (
        <Skeleton shape="field" label={words.ticketsLoading} className={styles.fieldSkeleton} />
      )}
      <TextField
        id={fieldId('amount')}
        label={words.amount}
        name="amount"
        value={majorUnits(amount)}
        readOnly
        error={errors['amount']}
        className={styles.amount}
      />
    </div>
  );

  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <div className={styles.fields}>
        {session ? (
          <>
            {wrong.length > 1 && <ErrorSummary title={words.errorsTitle} errors={wrong} attempt={attempt} />}
            <TextField
              id={fieldId('name')}
              label={words.name}
              name="name"
              autoComplete="name"
              maxLength={120}
              value={name}
              readOnly={busy}
              error={errors['name']}
              onChange={(change) => {
                setName(change.currentTarget.value);
                onEdit();
              }}
            />
            <TextField
              id={fieldId('email')}
              label={words.email}
              name="email"
              type="email"
              autoComplete="email"
              value={session.email}
              readOnly
              error={errors['email']}
            />
            <TextField
              id={fieldId('phoneno')}
              label={words.phone}
              name="phoneno"
              type="tel"
              autoComplete="tel-national"
              inputMode="tel"
              maxLength={40}
              hint={words.phoneHint}
              value={phoneno}
              readOnly={busy}
              error={errors['phoneno']}
              onChange={(change) => {
                setPhoneno(change.currentTarget.value);
                onEdit();
              }}
            />
            {choiceFields}
          </>
        ) : session === null ? (
          choiceFields
        ) : (
          <>
            <Skeleton shape="field" count={3} label={texts.loading} />
            {choiceFields}
          </>
        )}
      </div>
      <div className={styles.summary}>
        <SeatsSummary category={category} tickets={tickets} holdSeconds={concert.holdSeconds} />
      </div>
      {session !== undefined && (
        <div className={styles.act}>
          {session ? (
            <>
              <ReservationOutcome progress={progress} timeZone={concert.timeZone} onPay={(held) => void pay(held)} onChanged={onChanged} />
              <BuyAgain progress={progress} onKeep={onEdit} onBuy={(body) => void reserve({ ...body, second_purchase: true })} />
              {soldOut && (
                <Notice tone="warn" live="polite">
                  <p>{words.refused.soldOut(category.label)}</p>
                </Notice>
              )}
              {progress.at !== 'waiting' && !soldOut && (
                <div aria-live="polite">
                  <Button type="submit" wide busy={busy} busyText={words.busy}>
                    {progress.at === 'unpaid' ? words.pay(amountOf(progress.held)) : words.submit}
                  </Button>
                </div>
              )}
            </>
          ) : (
            <SignInPrompt category={category} tickets={tickets} />
          )}
        </div>
      )}
    </form>
  );
}
