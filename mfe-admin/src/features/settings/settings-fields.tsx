import { SEATING_RULES, SEATINGS, type Seating } from '@concert/contracts/booking/seating';
import type { ConcertSettings } from '@concert/contracts/booking/settings';
import { CONCERT_STATES, type ConcertState } from '@concert/contracts/booking/states';
import { classNames } from '@concert/design-system/class-names.ts';
import { columnsOf, DataTable, type Columns } from '@concert/design-system/data-table.tsx';
import { EmailField } from '@concert/design-system/email-field.tsx';
import { timeZones } from '@concert/contracts/core/zoned-time';
import { TextArea, TextField } from '@concert/design-system/field.tsx';
import { LinkButton } from '@concert/design-system/link-button.tsx';
import { Select } from '@concert/design-system/select.tsx';
import type { FormState } from '@concert/web-kit/forms/use-form.ts';
import { texts as guestTexts } from '../complimentary/texts.ts';
import { WhichStart } from '../organising/typed-start.tsx';
import { labelOf, zoneOf, type SettingsValues } from './settings-form.ts';
import styles from './settings.module.css';
import { texts as words } from './texts.ts';

const ZONES = timeZones();

interface SettingsForm {
  readonly form: FormState<SettingsValues>;
}

interface FieldsOfSettings extends SettingsForm {
  readonly settings: ConcertSettings;
}

/** What the controls of text have in common. */
function labelled({ field }: SettingsForm['form'], name: keyof SettingsValues & keyof typeof words.fields) {
  return { ...field(name), label: words.fields[name] };
}

/** Stopping and postponing have a page of their own; here a concert stays so, or becomes postponed again when its cancellation was a mistake. */
function statesOf({ state: now, postponement }: ConcertSettings): ConcertState[] {
  const isOffered = { open: true, disabled: true, cancelled: false, postponed: now === 'cancelled' && postponement !== undefined };
  return CONCERT_STATES.filter((state) => state === now || isOffered[state]);
}

/** Whether reservations are taken, and what visitors read while they are not. */
export function StateFields({ settings, form }: FieldsOfSettings) {
  return (
    <>
      <Select
        {...labelled(form, 'state')}
        fieldClassName={styles.wide}
        options={statesOf(settings).map((state) => ({ value: state, label: words.states[state] }))}
        hint={
          settings.state !== 'cancelled' && (
            <>
              <LinkButton to="/postpone-concert" variant="plain" text={words.postpone} />
              <LinkButton to="/cancel-concert" variant="plain" text={words.stop} />
            </>
          )
        }
      />
      <TextField {...labelled(form, 'stateReason')} hint={words.hints.stateReason} maxLength={500} required fieldClassName={styles.wide} />
      <TextArea
        {...labelled(form, 'cancellationNote')}
        hint={words.hints.cancellationNote}
        maxLength={1_000}
        rows={3}
        fieldClassName={styles.wide}
      />
    </>
  );
}

/** What the concert is called, when it begins and where. */
export function EveningFields({ settings, form }: FieldsOfSettings) {
  const toFollow = settings.postponement?.dateToFollow ?? false;
  return (
    <>
      <TextField {...labelled(form, 'title')} hint={words.hints.title} maxLength={120} required />
      <TextField {...labelled(form, 'heading')} hint={words.hints.heading} maxLength={120} required />
      <TextField {...labelled(form, 'performer')} hint={words.hints.performer} maxLength={120} fieldClassName={styles.wide} />
      <TextField
        {...labelled(form, 'local')}
        type="datetime-local"
        required
        readOnly={toFollow}
        hint={toFollow ? words.hints.toFollow : words.hints.local}
      />
      <TextField
        {...labelled(form, 'timeZone')}
        hint={words.hints.timeZone}
        list="settings-time-zones"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={60}
        required
      />
      <datalist id="settings-time-zones">
        {ZONES.map((zone) => (
          <option key={zone} value={zone}>
            {zone.replaceAll('_', ' ')}
          </option>
        ))}
      </datalist>
      <WhichStart
        {...form.field('which')}
        typed={{ local: form.values.local, timeZone: zoneOf(form.values) }}
        fieldClassName={styles.wide}
      />
      <TextField {...labelled(form, 'saleOpens')} type="datetime-local" hint={words.hints.saleOpens} />
      <TextField {...labelled(form, 'saleEnds')} type="datetime-local" hint={words.hints.saleEnds} />
      <TextField {...labelled(form, 'lengthMinutes')} inputMode="numeric" autoComplete="off" required hint={words.hints.lengthMinutes} />
      <TextField {...labelled(form, 'venueName')} maxLength={120} required />
      <TextField {...labelled(form, 'venueAddress')} maxLength={300} required fieldClassName={styles.wide} />
    </>
  );
}

/** Where visitors find the organisers. */
export function ContactFields({ form }: SettingsForm) {
  return (
    <>
      <EmailField {...labelled(form, 'supportEmail')} autoComplete="off" />
      <TextField {...labelled(form, 'supportPhone')} type="tel" hint={words.hints.supportPhone} required />
      <TextField {...labelled(form, 'siteUrl')} type="url" autoCapitalize="none" required fieldClassName={styles.wide} />
      <TextField {...labelled(form, 'organiser')} hint={words.hints.organiser} maxLength={120} required />
      <TextField {...labelled(form, 'organiserAddress')} hint={words.hints.organiserAddress} maxLength={300} required />
    </>
  );
}

/** A row for each seating, whose cells are fields. */
function SeatingTable({ caption, columns }: { caption: string; columns: Columns<Seating, keyof typeof words.columns> }) {
  return (
    <DataTable
      caption={caption}
      columns={columnsOf<Seating, keyof typeof words.columns>(words.columns, {
        seating: { primary: true, cell: (seating) => seating },
        ...columns,
      })}
      className={classNames('labels-hidden', styles.wide, styles.table)}
      captionHidden
      rows={SEATINGS}
      rowKey={(seating) => seating}
    />
  );
}

/** What each seating is and costs, and how many tickets one booking of it has at first and at most. */
export function PricingFields({ form }: SettingsForm) {
  return (
    <>
      <p className={styles.wide}>{words.pricing}</p>
      <SeatingTable
        caption={words.groups.pricing}
        columns={{
          seating: {
            primary: true,
            cell: (seating) => (
              <>
                {seating} <small className="quiet one-line">{words.pricedPer[SEATING_RULES[seating].pricedPer]}</small>
              </>
            ),
          },
          about: {
            className: styles.line,
            cell: (seating) => <TextArea {...entry(form, 'about', seating)} maxLength={80} rows={2} required />,
          },
          prices: { className: styles.price, cell: (seating) => <Amount form={form} of="prices" entry={seating} /> },
          defaultTickets: { cell: (seating) => <Amount form={form} of="defaultTickets" entry={seating} /> },
          maxTickets: { cell: (seating) => <Amount form={form} of="maxTickets" entry={seating} /> },
        }}
      />
      <p className={classNames(styles.wide, 'quiet small')}>{words.hints.about}</p>
      <NoOrYes form={form} name="gifts" />
    </>
  );
}

/** How many tickets of each seating may be sold, and how many of them are protected for people who need an accessible seat, and for companions by them. */
export function SeatsFields({ settings, form }: FieldsOfSettings) {
  const taken = (seating: Seating) => settings.categories.find((each) => each.seating === seating);
  const protectedSeats = (of: 'accessible' | 'companions') => ({
    cell: (seating: Seating) => <Amount form={form} of={of} entry={seating} hint={words.inUse(taken(seating)?.[of].taken ?? 0)} />,
  });
  return (
    <>
      <p className={styles.wide}>{words.access}</p>
      <SeatingTable
        caption={words.groups.seats}
        columns={{
          capacities: {
            cell: (seating) => (
              <Amount
                form={form}
                of="capacities"
                entry={seating}
                hint={words.taken(taken(seating)?.sold ?? 0, taken(seating)?.held ?? 0)}
              />
            ),
          },
          accessible: protectedSeats('accessible'),
          companions: protectedSeats('companions'),
        }}
      />
      <TextField {...labelled(form, 'protectedUntil')} type="date" hint={words.hints.protectedUntil} />
      <NoOrYes form={form} name="freeCompanion" />
    </>
  );
}

function NoOrYes({ form, name }: SettingsForm & { name: 'freeCompanion' | 'gifts' }) {
  return (
    <Select
      {...labelled(form, name)}
      hint={words.hints[name]}
      options={(['no', 'yes'] as const).map((value) => ({ value, label: words.yesNo[value] }))}
    />
  );
}

/** How many tickets each group may be given. */
export function AllotmentFields({ settings, form }: FieldsOfSettings) {
  return (
    <>
      {settings.allotments.map(({ group, issued }) => (
        <Amount key={group} form={form} of="allotments" entry={group} hint={words.given(issued)} />
      ))}
    </>
  );
}

/** Whether buyers who cannot come may give tickets back, until when, and what then becomes of the money and the seats. */
export function GiveBackFields({ form }: SettingsForm) {
  const choice = (name: 'allowed' | 'first' | 'when' | 'guests', labels: Readonly<Record<string, string>>) => (
    <Select
      {...labelled(form, name)}
      hint={words.hints[name]}
      options={Object.entries(labels).map(([value, label]) => ({ value, label }))}
    />
  );
  return (
    <>
      <p className={styles.wide}>{words.giveBack}</p>
      {choice('allowed', words.yesNo)}
      <TextField
        {...labelled(form, 'untilMinutes')}
        hint={words.hints.untilMinutes}
        inputMode="numeric"
        autoComplete="off"
        required
        className={styles.amount}
      />
      {choice('when', words.when)}
      {choice('first', words.yesNo)}
      {choice('guests', guestTexts.goesTo)}
    </>
  );
}

type Entries = 'about' | 'capacities' | 'accessible' | 'companions' | 'allotments' | 'prices' | 'defaultTickets' | 'maxTickets' | 'notes';

/** What the control of an entry of several of one kind needs. */
export function entry<Of extends Entries>(form: SettingsForm['form'], of: Of, key: keyof SettingsValues[Of] & string) {
  const name = `${of}.${key}`;
  const values: SettingsValues[Of] = form.values[of];
  return {
    id: form.idOf(name),
    name,
    label: labelOf(of, key),
    value: String(values[key]),
    error: form.errors[name],
    onChange: ({ target }: { target: { value: string } }) => form.edit(of, { ...values, [key]: target.value }, name),
  };
}

interface AmountProps<Of extends Entries> extends SettingsForm {
  readonly of: Of;
  readonly entry: keyof SettingsValues[Of] & string;
  readonly hint?: string;
}

/** A number of one kind. */
export function Amount<Of extends Entries>({ form, of, entry: key, hint }: AmountProps<Of>) {
  return (
    <TextField
      {...entry(form, of, key)}
      hint={hint}
      inputMode={of === 'prices' ? 'decimal' : 'numeric'}
      autoComplete="off"
      required={of !== 'notes'}
      className={styles.amount}
    />
  );
}
