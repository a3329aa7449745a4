import type { ConcertView } from '@concert/contracts/booking/http';
import { formatMoney } from '@concert/contracts/core/money';
import { Button } from '@concert/design-system/button.tsx';
import { Dialog } from '@concert/design-system/dialog.tsx';
import { ErrorSummary } from '@concert/design-system/error-summary.tsx';
import { Form } from '@concert/design-system/form.tsx';
import { LinkButton } from '@concert/design-system/link-button.tsx';
import { Notice } from '@concert/design-system/notice.tsx';
import { Skeleton } from '@concert/design-system/skeleton.tsx';
import { loginPath } from '@concert/web-kit/redirects.ts';
import type { Session } from '@concert/web-kit/session.tsx';
import { texts } from '../../texts.ts';
import { amountOf } from '../booking-display/booking-display.ts';
import { WaitLink } from '../booking-display/wait-link.tsx';
import { texts as accessTexts } from './access-texts.ts';
import { AccessFields, GiftField, NeedsFields, PersonFields, TicketFields } from './buyer-fields.tsx';
import { hasAccessible } from './choice.ts';
import { ReservationOutcome } from './reservation-outcome.tsx';
import { Rules } from './rules.tsx';
import styles from './reservation.module.css';
import { SeatsSummary, SeatsTotal } from './seats-summary.tsx';
import { useBuyerForm } from './use-buyer-form.ts';
import type { Reservation } from './use-reservation.ts';
import type { SeatChoice } from './use-seat-choice.ts';
import type { Progress } from './progress.ts';
import { texts as codeTexts } from './code-texts.ts';
import { giftMinorIn, storeChoice } from './reservation.ts';

const words = texts.reserve;

export interface BuyerFormProps {
  concert: ConcertView;
  session: Session;
  seats: SeatChoice;
  reservation: Reservation;
  /** Called when a pending booking was given up, or its time is over. */
  onChanged: () => void;
}

/** Who buys which seats, what they cost and the button that reserves them. */
export function BuyerForm({ concert, session, seats, reservation, onChanged }: BuyerFormProps) {
  const [form, submit] = useBuyerForm(session, seats, reservation, concert.gifts);
  const { progress } = reservation;
  const busy = progress.at === 'busy';
  const typed = concert.gifts ? giftMinorIn(form.values.gift) : undefined;
  // Of held seats, what is held with them.
  const giftMinor = ('held' in progress ? progress.held.giftMinor : typed) || 0;

  return (
    <Form form={form} className={styles.form} onSubmit={submit}>
      <div className={`stack-16 ${styles.fields}`}>
        {session === undefined ? (
          <Skeleton shape="field" count={3} label={texts.loading} />
        ) : (
          <>
            <ErrorSummary title={words.errorsTitle} errors={form.summary} attempt={form.attempt} />
            <PersonFields form={form} email={session?.email} busy={busy} />
          </>
        )}
        <TicketFields form={form} seats={seats} busy={busy} />
        <AccessFields form={form} seats={seats} busy={busy} />
        {concert.gifts && <GiftField form={form} busy={busy} />}
        {session !== undefined && <NeedsFields form={form} busy={busy} />}
      </div>
      <div className={styles.summary}>
        <SeatsSummary seats={seats} giftMinor={giftMinor} holdSeconds={concert.holdSeconds} signedIn={Boolean(session)} />
      </div>
      <SeatsTotal totalMinor={seats.amountMinor + giftMinor} className={styles.sum} />
      {session !== undefined && (
        <div className={`stack-16 ${styles.act}`}>
          <Reserving seats={seats} reservation={reservation} timeZone={concert.timeZone} onChanged={onChanged} />
          {!session && <OtherWays seats={seats} gift={form.values.gift} />}
        </div>
      )}
    </Form>
  );
}

interface ReservingProps extends Pick<BuyerFormProps, 'seats' | 'reservation' | 'onChanged'> {
  timeZone: string;
}

/** The form's button, below the result of the last try. */
function Reserving({ seats, reservation, timeZone, onChanged }: ReservingProps) {
  const { progress, buyAgain, pay, prolonged, startOver } = reservation;
  const soldOut = !seats.isLeft && (progress.at === 'form' || progress.at === 'refused');
  return (
    <>
      <ReservationOutcome
        progress={progress}
        timeZone={timeZone}
        onPay={(held) => void pay(held)}
        onChanged={onChanged}
        onProlonged={prolonged}
      />
      {seats.priceBefore !== undefined && progress.at === 'form' && (
        <Notice tone="warn" live="polite" title={words.newPrice.title}>
          <p>{words.newPrice.text(seats.category.label, formatMoney(seats.priceBefore), formatMoney(seats.category.priceMinor))}</p>
        </Notice>
      )}
      <BuyAgain progress={progress} onKeep={startOver} onBuy={() => void buyAgain()} />
      {soldOut && (
        <Notice tone="warn" live="polite" action={<WaitLink seating={seats.category.seating} />}>
          <p>
            {hasAccessible(seats.category) ? accessTexts.access.only(seats.category.label) : words.refused.soldOut(seats.category.label)}
          </p>
        </Notice>
      )}
      {progress.at !== 'waiting' && !soldOut && (
        <div aria-live="polite" className="stack-12">
          <Rules before={words.rules.before} />
          <Button type="submit" wide busy={progress.at === 'busy'} busyText={words.busy}>
            {progress.at === 'unpaid' ? words.pay(amountOf(progress.held)) : words.submit}
          </Button>
        </div>
      )}
    </>
  );
}

/** Whether seats shall be bought a second time within minutes. */
function BuyAgain({ progress, onKeep, onBuy }: { progress: Progress; onKeep: () => void; onBuy: () => void }) {
  const asked = progress.at === 'again' ? progress : undefined;
  return (
    <Dialog
      open={asked !== undefined}
      onClose={onKeep}
      title={words.again.title}
      actions={
        <>
          <Button onClick={onKeep}>{words.again.keep}</Button>
          <Button variant="secondary" onClick={onBuy}>
            {words.again.act}
          </Button>
        </>
      }
    >
      <p>{asked && words.again.text(asked.bought)}</p>
    </Dialog>
  );
}

/** For who has a password, a passkey or Google: the choice is kept while they sign in. */
function OtherWays({ seats: { category, tickets, companions }, gift }: { seats: SeatChoice; gift: string }) {
  const keep = () => storeChoice({ seating: category.seating, tickets, ...(companions === undefined ? {} : { companions }) }, gift);
  return (
    <div>
      <p className="quiet small">{codeTexts.next}</p>
      <LinkButton to={loginPath('/reserve-your-seat')} variant="plain" onClick={keep} text={codeTexts.anotherWay} />
    </div>
  );
}
