import { choiceRoutes, type ChoiceShown } from '@concert/contracts/booking/choices';
import { formatMoney } from '@concert/contracts/core/money';
import { Button } from '@concert/design-system/button.tsx';
import { ConfirmDialog } from '@concert/design-system/confirm-dialog.tsx';
import { Form } from '@concert/design-system/form.tsx';
import { Failure } from '@concert/design-system/notice.tsx';
import { RadioCards } from '@concert/design-system/radio-cards.tsx';
import { Select } from '@concert/design-system/select.tsx';
import { showToast } from '@concert/design-system/toast.tsx';
import { useForm, type FormState } from '@concert/web-kit/forms/use-form.ts';
import { useAct } from '@concert/web-kit/reading/use-act.ts';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { firstValues, returnedTickets, outcomeOf, type ChoiceValues } from './choosing.ts';
import { TicketTicks } from './ticket-ticks.tsx';
import { words } from './words.ts';

interface ChoiceFormProps {
  readonly shown: ChoiceShown;
  /** The deadline, in words. */
  readonly moment: string;
  readonly secret: string;
  readonly onSaved: (saved: ChoiceShown) => void;
}

/* What the server says of tickets stands where they are chosen. */
const fieldOf = (pointer: string) => (pointer.startsWith('/giveBack') ? 'tickets' : pointer.slice(1));

/** Keep all, give some back, give all back: asked once more before it is saved. */
export function ChoiceForm({ shown, moment, secret, onSaved }: ChoiceFormProps) {
  const form = useForm<ChoiceValues>({ name: 'choice', first: firstValues(shown), summaryFrom: Infinity, mended: 'by-editing', fieldOf });
  const [asked, setAsked] = useState<readonly number[]>();
  const { act } = useAct(choiceRoutes.saveChoice);

  const submit = () => {
    const back = returnedTickets(form.values, shown);
    if (form.values.wish === 'some' && back.length === 0) form.refuse({ tickets: words.noTicket });
    else if (form.values.wish === 'some' && back.length === shown.tickets.length) form.refuse({ tickets: words.allTickets });
    else setAsked(back);
  };
  const save = async (giveBack: readonly number[]) => {
    setAsked(undefined);
    const gifts = Math.min(form.values.gifts, giveBack.length);
    const body = { giveBack: [...giveBack], gifts, ...(secret === '' ? {} : { ref2: secret }) };
    const result = await form.send(() => act({ params: { bookingId: shown.bookingId }, body }));
    if (!result?.ok) return;
    showToast({ tone: 'good', text: words.saved });
    onSaved(result.value);
  };
  return (
    <>
      <Form form={form} onSubmit={submit} label={words.legend}>
        <Wishes shown={shown} form={form} />
        {form.values.wish === 'some' && (
          <TicketTicks
            legend={words.which}
            {...{ tickets: shown.tickets, companions: shown.companions, chosen: form.values.chosen, fault: form.errors['tickets'] }}
            onChoose={(chosen) => form.edit('chosen', chosen, 'tickets')}
          />
        )}
        <Welfare shown={shown} form={form} />
        <Failure title={words.notSaved} text={form.failure} />
        <div>
          <Button type="submit" busy={form.busy} busyText={words.saving}>
            {words.save}
          </Button>
        </div>
      </Form>
      <Question asked={asked} gifts={form.values.gifts} shown={shown} moment={moment} onSave={save} onClose={() => setAsked(undefined)} />
    </>
  );
}

interface Fields {
  readonly shown: ChoiceShown;
  readonly form: FormState<ChoiceValues>;
}

function Wishes({ shown: { tickets, moneyBack }, form }: Fields) {
  const count = tickets.length;
  return (
    <RadioCards
      legend={words.legend}
      name="wish"
      value={form.values.wish}
      onChoose={(wish) => form.edit('wish', wish, 'tickets')}
      cards={[
        { value: 'keep', title: words.keepAll(count), figure: formatMoney(0), note: words.keepAllNote },
        ...(count > 1 ? [{ value: 'some' as const, title: words.giveSome, figure: words.giveSomeFigure, note: words.giveSomeNote }] : []),
        { value: 'all', title: words.giveAll(count), figure: formatMoney(moneyBack[count - 1] ?? 0), note: words.giveAllNote },
      ]}
    />
  );
}

/** Where the money of what is given back goes: to the card, to the welfare work, or some of it to each. */
function Welfare({ shown, form }: Fields) {
  const count = returnedTickets(form.values, shown).length;
  if (count === 0) return null;
  // Where all goes back to the card, the card of that choice has said how much.
  const isSaid = form.values.wish === 'all' && form.values.gifts === 0;
  const options = Array.from({ length: count + 1 }, (_, gifts) => ({
    value: String(gifts),
    label: gifts === 0 ? words.noGift : gifts === count ? words.allGiven : words.someGiven(gifts),
  }));
  return (
    <div className="stack-8">
      <Select
        label={words.welfare}
        hint={words.welfareHint}
        options={options}
        value={String(Math.min(form.values.gifts, count))}
        onChange={({ target }) => form.edit('gifts', Number(target.value))}
      />
      <Link to="/the-composer">{words.welfareLink}</Link>
      <p className="strong" aria-live="polite">
        {isSaid ? '' : `${moneyInWords(shown, count, form.values.gifts)}.`}
      </p>
    </div>
  );
}

interface QuestionProps {
  /** Numbers of the tickets to be given back; undefined while nothing is asked. */
  readonly asked: readonly number[] | undefined;
  readonly gifts: number;
  readonly shown: ChoiceShown;
  readonly moment: string;
  readonly onSave: (giveBack: readonly number[]) => Promise<void>;
  readonly onClose: () => void;
}

function Question({ asked, gifts, shown, moment, onSave, onClose }: QuestionProps) {
  const { ask } = words;
  const back = asked ?? [];
  return (
    <ConfirmDialog
      open={asked !== undefined}
      title={back.length === 0 ? ask.title.keep(shown.tickets.length) : ask.title.give(back.length)}
      onClose={onClose}
      words={{ keep: ask.back, confirm: ask.save }}
      variant={back.length === 0 ? 'primary' : 'danger'}
      onConfirm={() => onSave(back)}
    >
      <p>{back.length === 0 ? ask.keep : ask.give(back, moneyInWords(shown, back.length, gifts), moment)}</p>
    </ConfirmDialog>
  );
}

/** What becomes of the money of so many tickets, as a clause. */
export function moneyInWords(shown: Pick<ChoiceShown, 'tickets' | 'moneyBack'>, count: number, gifts: number): string {
  const { backMinor, givenMinor } = outcomeOf(shown, count, gifts);
  return words.moneyGoes(backMinor > 0 ? formatMoney(backMinor) : undefined, givenMinor > 0 ? formatMoney(givenMinor) : undefined);
}
