import { GROUP_NAMES } from '@concert/contracts/booking/complimentary';
import { SEATING_RULES, SEATINGS } from '@concert/contracts/booking/seating';
import type { ConcertSettings } from '@concert/contracts/booking/settings';
import { CONCERT_STATES, type ConcertState } from '@concert/contracts/booking/states';
import { zoneName } from '@concert/contracts/core/time-in-words';
import { EmailField } from '@concert/design-system/email-field.tsx';
import { timeZones } from '@concert/contracts/core/zoned-time';
import { TextArea, TextField } from '@concert/design-system/field.tsx';
import { LinkButton } from '@concert/design-system/link-button.tsx';
import { Select } from '@concert/design-system/select.tsx';
import type { FormState } from '@concert/web-kit/forms/use-form.ts';
import { Fragment, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { startsOf, zoneOf, type SettingsValues } from './settings-form.ts';
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

/** Where a section begins, for the list of them. */
export const sectionId = (name: string) => `settings-section-${name}`;

function Group({ name, children }: { name: keyof typeof words.groups; children: ReactNode }) {
  return (
    <fieldset id={sectionId(name)} className={styles.group}>
      <legend className={styles.heading}>{words.groups[name]}</legend>
      {children}
    </fieldset>
  );
}

/** Stopping and postponing have a page of their own; here a concert stays so, or becomes postponed again when its cancellation was a mistake. */
function statesOf({ state: now, postponement }: ConcertSettings): ConcertState[] {
  const isOffered = { open: true, disabled: true, cancelled: false, postponed: now === 'cancelled' && postponement !== undefined };
  return CONCERT_STATES.filter((state) => state === now || isOffered[state]);
}

/** Whether reservations are taken, and what visitors read while they are not. */
export function StateFields({ settings, form }: FieldsOfSettings) {
  return (
    <Group name="state">
      <Select
        {...labelled(form, 'state')}
        fieldClassName={styles.wide}
        options={statesOf(settings).map((state) => ({ value: state, label: words.states[state] }))}
        hint={
          settings.state !== 'cancelled' && (
            <>
              <LinkButton as={Link} to="/postpone-concert" variant="plain" text={words.postpone} />
              <LinkButton as={Link} to="/cancel-concert" variant="plain" text={words.stop} />
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
    </Group>
  );
}

/** What the concert is called, when it begins and where. */
export function EveningFields({ settings, form }: FieldsOfSettings) {
  const toFollow = settings.postponement?.dateToFollow ?? false;
  return (
    <Group name="evening">
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
      <WhichField form={form} />
      <TextField {...labelled(form, 'saleOpens')} type="datetime-local" hint={words.hints.saleOpens} />
      <TextField {...labelled(form, 'saleEnds')} type="datetime-local" hint={words.hints.saleEnds} />
      <TextField {...labelled(form, 'lengthMinutes')} inputMode="numeric" autoComplete="off" required hint={words.hints.lengthMinutes} />
      <TextField {...labelled(form, 'venueName')} maxLength={120} required />
      <TextField {...labelled(form, 'venueAddress')} maxLength={300} required fieldClassName={styles.wide} />
    </Group>
  );
}

/** Asks which one is meant when a time comes twice in a night. */
function WhichField({ form }: SettingsForm) {
  const { values } = form;
  const starts = startsOf(values);
  if (starts.length < 2) return null;
  return (
    <Select
      {...labelled(form, 'which')}
      hint={words.twice}
      placeholder={words.choose}
      options={starts.map((start, index) => ({
        value: index === 0 ? 'first' : 'second',
        label: words.which(index, zoneName(start, zoneOf(values))),
      }))}
      fieldClassName={styles.wide}
    />
  );
}

/** Where visitors find the organisers. */
export function ContactFields({ form }: SettingsForm) {
  return (
    <Group name="contact">
      <EmailField {...labelled(form, 'supportEmail')} autoComplete="off" />
      <TextField {...labelled(form, 'supportPhone')} type="tel" required />
      <TextField {...labelled(form, 'siteUrl')} type="url" autoCapitalize="none" required fieldClassName={styles.wide} />
      <TextField {...labelled(form, 'organiser')} hint={words.hints.organiser} maxLength={120} required />
      <TextField {...labelled(form, 'organiserAddress')} hint={words.hints.organiserAddress} maxLength={300} required />
    </Group>
  );
}

/** How many tickets of each seating may be sold. */
export function SeatsFields({ settings, form }: FieldsOfSettings) {
  return (
    <Group name="seats">
      {SEATINGS.map((seating) => {
        const category = settings.categories.find((each) => each.seating === seating);
        return (
          <Amount
            key={seating}
            label={seating}
            form={form}
            of="capacities"
            entry={seating}
            hint={words.taken(category?.sold ?? 0, category?.held ?? 0)}
          />
        );
      })}
    </Group>
  );
}

/** What each seating is and costs, and how many tickets one booking of it has at first and at most. */
export function PricingFields({ form }: SettingsForm) {
  return (
    <Group name="pricing">
      <p className={styles.wide}>{words.pricing}</p>
      {SEATINGS.map((seating) => (
        <div key={seating} className={styles.three}>
          <Amount label={words.aboutOf(seating)} form={form} of="about" entry={seating} hint={words.hints.about} />
          <Amount
            label={words.priceOf(seating)}
            form={form}
            of="prices"
            entry={seating}
            hint={words.pricedPer[SEATING_RULES[seating].pricedPer]}
          />
          <Amount label={words.defaultOf(seating)} form={form} of="defaultTickets" entry={seating} />
          <Amount label={words.mostOf(seating)} form={form} of="maxTickets" entry={seating} />
        </div>
      ))}
    </Group>
  );
}

/** How many of them are protected for people who need an accessible seat, and for companions by them. */
export function AccessFields({ settings, form }: FieldsOfSettings) {
  return (
    <Group name="access">
      <p className={styles.wide}>{words.access}</p>
      {SEATINGS.map((seating) => {
        const category = settings.categories.find((each) => each.seating === seating);
        return (
          <Fragment key={seating}>
            <Amount
              label={words.accessibleOf(seating)}
              form={form}
              of="accessible"
              entry={seating}
              hint={words.inUse(category?.accessible.taken ?? 0)}
            />
            <Amount
              label={words.companionsOf(seating)}
              form={form}
              of="companions"
              entry={seating}
              hint={words.inUse(category?.companions.taken ?? 0)}
            />
          </Fragment>
        );
      })}
      <TextField {...labelled(form, 'protectedUntil')} type="date" hint={words.hints.protectedUntil} />
      <Select
        {...labelled(form, 'freeCompanion')}
        hint={words.hints.freeCompanion}
        options={(['no', 'yes'] as const).map((value) => ({ value, label: words.yesNo[value] }))}
      />
    </Group>
  );
}

/** How many tickets each group may be given. */
export function AllotmentFields({ settings, form }: FieldsOfSettings) {
  return (
    <Group name="allotments">
      {settings.allotments.map(({ group, issued }) => (
        <Amount key={group} label={GROUP_NAMES[group]} form={form} of="allotments" entry={group} hint={words.given(issued)} />
      ))}
    </Group>
  );
}

type Amounts = 'about' | 'capacities' | 'accessible' | 'companions' | 'allotments' | 'prices' | 'defaultTickets' | 'maxTickets';

interface AmountProps<Of extends Amounts> extends SettingsForm {
  readonly label: string;
  readonly of: Of;
  readonly entry: keyof SettingsValues[Of] & string;
  readonly hint?: string;
}

function Amount<Of extends Amounts>({ label, form, of: amounts, entry, hint }: AmountProps<Of>) {
  const name = `${amounts}.${entry}`;
  const values: SettingsValues[Of] = form.values[amounts];
  return (
    <TextField
      id={form.idOf(name)}
      name={name}
      label={label}
      hint={hint}
      value={String(values[entry])}
      error={form.errors[name]}
      inputMode={amounts === 'prices' ? 'decimal' : 'numeric'}
      autoComplete="off"
      required
      className={styles.amount}
      onChange={({ target }) => form.edit(amounts, { ...values, [entry]: target.value }, name)}
    />
  );
}
