import { concertDate } from '@concert/contracts/booking/concert-date';
import type { ConcertSettings } from '@concert/contracts/booking/settings';
import { formatMoney } from '@concert/contracts/core/money';
import { dayInWords } from '@concert/contracts/core/time-in-words';
import type { DryRun } from '@concert/contracts/payment/cancellation';
import { Button } from '@concert/design-system/button.tsx';
import { Card } from '@concert/design-system/card.tsx';
import { DescriptionList } from '@concert/design-system/description-list.tsx';
import { ConfirmDialog } from '@concert/design-system/confirm-dialog.tsx';
import { TextField } from '@concert/design-system/field.tsx';
import { Form } from '@concert/design-system/form.tsx';
import { LinkButton } from '@concert/design-system/link-button.tsx';
import { Notice } from '@concert/design-system/notice.tsx';
import { Select } from '@concert/design-system/select.tsx';
import type { FormState } from '@concert/web-kit/forms/use-form.ts';
import { problemText } from '@concert/web-kit/problem-text.ts';
import { newPath } from '../message-runs/addresses.ts';
import { WhichStart } from '../organising/typed-start.tsx';
import { TellNowChoice, type TellNow } from '../message-runs/tell-now.tsx';
import { sumOfHolders, type Holders } from './holders.ts';
import { newStartOf, type PostponingValues } from './postponing.ts';
import { texts } from './texts.ts';
import { usePostponeForm } from './use-postpone-form.ts';

const words = texts.date;

export interface PostponeFormProps {
  readonly settings: ConcertSettings;
  readonly holders: readonly Holders[];
  /** The count; `not counted` when it was tried and the provider could not be read. */
  readonly counted: DryRun | 'not counted' | undefined;
  readonly tellNow: TellNow;
  readonly onPostponed: (settings: ConcertSettings) => void;
  readonly onStale: () => void;
}

/** Step 3: the new date and what goes with it, with a confirmation. */
export function PostponeForm(props: PostponeFormProps) {
  const { settings, counted } = props;
  const { date, state, postponement } = settings;
  return (
    <Card title={words.title}>
      {state === 'postponed' && (
        <Notice
          tone="warn"
          title={postponement?.dateToFollow ? words.nowToFollow : words.now(concertDate(date))}
          action={<LinkButton to={newPath('new-date')} variant="secondary" text={words.tell} />}
        />
      )}
      <p>{words.text}</p>
      {counted === undefined ? <p className="quiet">{words.first}</p> : <DateForm {...props} counted={counted} />}
    </Card>
  );
}

function DateForm({ settings, holders, counted, tellNow, onPostponed, onStale }: PostponeFormProps & { counted: DryRun | 'not counted' }) {
  const { form, asked, submit, confirm, goBack } = usePostponeForm(settings, onPostponed);
  const { timeZone } = settings.date;
  const stale = form.refusal?.code === 'booking.settings_changed';
  return (
    <>
      <Form form={form} className="stack-16 narrow apart-16" onSubmit={submit}>
        <DateFields form={form} timeZone={timeZone} />
        <TextField {...form.field('reason')} label={words.fields.reason} maxLength={500} required />
        <TextField {...form.field('lastDay')} label={words.fields.lastDay} hint={words.hints.lastDay} type="date" required />
        <Select
          {...form.field('silence')}
          label={words.fields.silence}
          hint={words.hints.silence}
          placeholder={words.choose}
          options={(['keep', 'refund'] as const).map((value) => ({ value, label: words.silence[value] }))}
        />
        {form.refusal && (
          <Notice
            tone="bad"
            live="assertive"
            title={words.failed}
            action={
              stale && (
                <Button variant="secondary" onClick={onStale}>
                  {words.look}
                </Button>
              )
            }
          >
            {problemText(form.refusal)}
          </Notice>
        )}
        <div>
          <Button type="submit" variant="danger" busy={form.busy} busyText={words.busy}>
            {words.button}
          </Button>
        </div>
      </Form>
      <Confirmation
        open={asked !== undefined}
        values={form.values}
        timeZone={timeZone}
        holders={holders}
        counted={counted}
        tellNow={tellNow}
        onConfirm={confirm}
        onClose={goBack}
      />
    </>
  );
}

function DateFields({ form, timeZone }: { form: FormState<PostponingValues>; timeZone: string }) {
  const { known, local } = form.values;
  return (
    <>
      <Select
        {...form.field('known')}
        label={words.fields.known}
        options={(['date', 'follow'] as const).map((value) => ({ value, label: words.known[value] }))}
      />
      {known === 'date' && (
        <>
          <TextField
            {...form.field('local')}
            label={words.fields.local}
            hint={words.hints.local(timeZone)}
            type="datetime-local"
            required
          />
          <WhichStart {...form.field('which')} typed={{ local, timeZone }} />
        </>
      )}
    </>
  );
}

interface ConfirmationProps {
  readonly open: boolean;
  readonly values: PostponingValues;
  readonly timeZone: string;
  readonly holders: readonly Holders[];
  readonly counted: DryRun | 'not counted';
  readonly tellNow: TellNow;
  readonly onConfirm: () => Promise<void>;
  readonly onClose: () => void;
}

/** Whom it concerns and with how much money, before it is said to everybody. */
function Confirmation({ open, values, timeZone, holders, counted, tellNow, onConfirm, onClose }: ConfirmationProps) {
  const { bookings, tickets } = sumOfHolders(holders);
  const start = newStartOf(values, timeZone);
  const { ask } = texts;
  const compared = counted === 'not counted' ? ask.notCompared : counted.equal ? ask.equal : ask.different;
  return (
    <ConfirmDialog open={open} title={ask.title} onClose={onClose} words={ask} onConfirm={onConfirm}>
      <DescriptionList
        items={[
          { term: ask.newDate, value: concertDate({ startsAt: start ?? '', timeZone, dateToFollow: start === undefined }) },
          { term: ask.holders, value: ask.holdersText(bookings, tickets) },
          { term: words.fields.lastDay, value: values.lastDay && dayInWords(`${values.lastDay}T12:00:00.000Z`, 'UTC') },
          { term: words.fields.silence, value: values.silence && words.silence[values.silence] },
          ...(counted === 'not counted' ? [] : [{ term: ask.money, value: formatMoney(counted.total.amountMinor) }]),
          { term: ask.compared, value: compared },
        ]}
      />
      {open && <TellNowChoice {...tellNow} />}
    </ConfirmDialog>
  );
}
