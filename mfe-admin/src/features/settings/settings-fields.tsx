import { GROUP_NAMES } from '@concert/contracts/booking/complimentary';
import { SEATINGS } from '@concert/contracts/booking/seating';
import type { ConcertSettings } from '@concert/contracts/booking/settings';
import { CONCERT_STATES } from '@concert/contracts/booking/states';
import { zoneName } from '@concert/contracts/core/time-in-words';
import { TextArea, TextField } from '@concert/design-system/field.tsx';
import { Select } from '@concert/design-system/select.tsx';
import type { ReactNode } from 'react';
import { startsOf, type SettingsValues } from './settings-form.ts';
import styles from './settings.module.css';
import { texts as words } from './texts.ts';
import type { SettingsEditing } from './use-settings-form.ts';

type TextName = Exclude<keyof SettingsValues & keyof typeof words.fields, 'state' | 'which'>;

/** What every field of text has in common. */
function textOf({ values, errors, set }: SettingsEditing, field: TextName) {
  return {
    label: words.fields[field],
    name: field,
    value: values[field],
    error: errors[field] ?? '',
    onChange: (change: { target: { value: string } }) => set(field, change.target.value),
  };
}

function Group({ name, children }: { name: keyof typeof words.groups; children: ReactNode }) {
  return (
    <fieldset className={styles.group}>
      <legend className={styles.heading}>{words.groups[name]}</legend>
      {children}
    </fieldset>
  );
}

/** Whether reservations are taken, and what visitors read while they are not. */
export function StateFields({ editing }: { editing: SettingsEditing }) {
  const { values, set } = editing;
  return (
    <Group name="state">
      <Select
        label={words.fields.state}
        name="state"
        fieldClassName={styles.wide}
        options={CONCERT_STATES.map((state) => ({ value: state, label: words.states[state] }))}
        value={values.state}
        onChange={(change) => set('state', change.target.value as SettingsValues['state'])}
      />
      <TextField {...textOf(editing, 'stateReason')} hint={words.hints.stateReason} maxLength={500} required fieldClassName={styles.wide} />
      <TextArea
        {...textOf(editing, 'cancellationNote')}
        hint={words.hints.cancellationNote}
        maxLength={1_000}
        rows={3}
        fieldClassName={styles.wide}
      />
    </Group>
  );
}

/** What the concert is called, when it begins and where. */
export function EveningFields({ editing }: { editing: SettingsEditing }) {
  return (
    <Group name="evening">
      <TextField {...textOf(editing, 'title')} maxLength={120} required />
      <TextField {...textOf(editing, 'heading')} maxLength={120} required />
      <TextField {...textOf(editing, 'local')} type="datetime-local" required hint={words.hints.local} />
      <TextField
        {...textOf(editing, 'timeZone')}
        list="time-zones"
        autoComplete="off"
        spellCheck={false}
        required
        hint={words.hints.timeZone}
      />
      <datalist id="time-zones">
        {zones().map((zone) => (
          <option key={zone} value={zone} />
        ))}
      </datalist>
      <WhichField editing={editing} />
      <TextField {...textOf(editing, 'lengthMinutes')} inputMode="numeric" autoComplete="off" required hint={words.hints.lengthMinutes} />
      <TextField {...textOf(editing, 'venueName')} maxLength={120} required />
      <TextField {...textOf(editing, 'venueAddress')} maxLength={300} required fieldClassName={styles.wide} />
    </Group>
  );
}

/** Asks which one is meant of a time that comes twice in a night. */
function WhichField({ editing: { values, errors, set } }: { editing: SettingsEditing }) {
  const starts = startsOf(values);
  if (starts.length < 2) return null;
  return (
    <Select
      label={words.fields.which}
      name="which"
      hint={words.twice}
      placeholder={words.choose}
      options={starts.map((start, index) => ({
        value: index === 0 ? 'first' : 'second',
        label: words.which(index, zoneName(start, values.timeZone)),
      }))}
      value={values.which}
      error={errors['which'] ?? ''}
      fieldClassName={styles.wide}
      onChange={(change) => set('which', change.target.value as SettingsValues['which'])}
    />
  );
}

/** Where visitors find the organisers. */
export function ContactFields({ editing }: { editing: SettingsEditing }) {
  return (
    <Group name="contact">
      <TextField {...textOf(editing, 'supportEmail')} type="email" autoCapitalize="none" required />
      <TextField {...textOf(editing, 'supportPhone')} type="tel" required />
      <TextField {...textOf(editing, 'siteUrl')} type="url" autoCapitalize="none" required fieldClassName={styles.wide} />
    </Group>
  );
}

interface AmountFieldsProps {
  readonly settings: ConcertSettings;
  readonly editing: SettingsEditing;
}

/** How many tickets of each seating may be sold. */
export function SeatsFields({ settings, editing: { values, errors, set } }: AmountFieldsProps) {
  return (
    <Group name="seats">
      {SEATINGS.map((seating) => {
        const category = settings.categories.find((each) => each.seating === seating);
        return (
          <Amount
            key={seating}
            label={seating}
            name={`capacities.${seating}`}
            value={values.capacities[seating]}
            hint={words.taken(category?.sold ?? 0, category?.held ?? 0)}
            error={errors[`capacities.${seating}`]}
            onChange={(value) => set('capacities', { ...values.capacities, [seating]: value }, `capacities.${seating}`)}
          />
        );
      })}
    </Group>
  );
}

/** How many tickets each group may be given. */
export function AllotmentFields({ settings, editing: { values, errors, set } }: AmountFieldsProps) {
  return (
    <Group name="allotments">
      {settings.allotments.map(({ group, issued }) => (
        <Amount
          key={group}
          label={GROUP_NAMES[group]}
          name={`allotments.${group}`}
          value={values.allotments[group]}
          hint={words.given(issued)}
          error={errors[`allotments.${group}`]}
          onChange={(value) => set('allotments', { ...values.allotments, [group]: value }, `allotments.${group}`)}
        />
      ))}
    </Group>
  );
}

interface AmountProps {
  readonly label: string;
  readonly name: string;
  readonly value: string;
  readonly hint: string;
  readonly error: string | undefined;
  readonly onChange: (value: string) => void;
}

function Amount({ error, onChange, ...field }: AmountProps) {
  return (
    <TextField
      {...field}
      error={error ?? ''}
      inputMode="numeric"
      autoComplete="off"
      required
      className={styles.amount}
      onChange={(change) => onChange(change.target.value)}
    />
  );
}

/* Browsers that do not list their zones still take any that is typed. */
function zones(): readonly string[] {
  return 'supportedValuesOf' in Intl ? Intl.supportedValuesOf('timeZone') : [];
}
