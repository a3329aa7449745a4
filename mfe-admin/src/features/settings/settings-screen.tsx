import { GROUP_NAMES } from '@concert/contracts/booking/complimentary';
import { SEATINGS } from '@concert/contracts/booking/seating';
import { settingsRoutes, type ConcertSettings } from '@concert/contracts/booking/settings';
import { CONCERT_STATES } from '@concert/contracts/booking/states';
import { Button } from '@concert/design-system/button.tsx';
import { Dialog } from '@concert/design-system/dialog.tsx';
import { TextArea, TextField } from '@concert/design-system/field.tsx';
import { Notice } from '@concert/design-system/notice.tsx';
import { Read } from '@concert/design-system/read.tsx';
import { Select } from '@concert/design-system/select.tsx';
import { Skeleton } from '@concert/design-system/skeleton.tsx';
import { showToast } from '@concert/design-system/toast.tsx';
import { useAct } from '@concert/web-kit/reading/use-act.ts';
import { useRoute } from '@concert/web-kit/reading/use-route.ts';
import { problemText } from '@concert/web-kit/problem-text.ts';
import { useRef, useState, type FormEvent } from 'react';
import { texts } from '../../texts.ts';
import { Preview } from './preview.tsx';
import { bodyOf, fieldOf, startsOf, valuesOf, type SettingsValues } from './settings-form.ts';
import styles from './settings.module.css';

const words = texts.settings;
type Errors = Readonly<Record<string, string>>;

/** Reads the settings, and reads them again when somebody else changed them. */
export function SettingsScreen() {
  const settings = useRoute(settingsRoutes.showSettings, {});
  return (
    <Read
      reading={settings}
      words={{ failed: words.unread, again: words.again }}
      skeleton={<Skeleton shape="field" count={6} label={words.reading} />}
    >
      {(read) => (
        <SettingsForm key={read.version} settings={read} onSaved={(saved) => settings.set(() => saved)} onStale={settings.again} />
      )}
    </Read>
  );
}

interface SettingsFormProps {
  readonly settings: ConcertSettings;
  readonly onSaved: (settings: ConcertSettings) => void;
  readonly onStale: () => void;
}

function SettingsForm({ settings, onSaved, onStale }: SettingsFormProps) {
  const first = valuesOf(settings);
  const [values, setValues] = useState(first);
  const [errors, setErrors] = useState<Errors>({});
  const [refusal, setRefusal] = useState<{ text: string; stale: boolean }>();
  const saving = useAct(settingsRoutes.saveSettings);
  const { busy } = saving;
  const [asked, setAsked] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const changed = JSON.stringify(values) !== JSON.stringify(first);
  const twice = startsOf(values).length > 1;

  const set = <K extends keyof SettingsValues>(field: K, value: SettingsValues[K], error: string = field) => {
    setValues((now) => ({ ...now, [field]: value }));
    setErrors(({ [error]: _mended, ...rest }) => rest);
  };
  const text = (
    field:
      | 'title'
      | 'heading'
      | 'stateReason'
      | 'venueName'
      | 'venueAddress'
      | 'supportEmail'
      | 'supportPhone'
      | 'siteUrl'
      | 'cancellationNote'
      | 'local'
      | 'timeZone'
      | 'lengthMinutes',
  ) => ({
    label: words.fields[field],
    name: field,
    value: values[field],
    error: errors[field] ?? '',
    onChange: (change: { target: { value: string } }) => set(field, change.target.value),
  });

  const refuse = (faults: readonly { pointer: string; detail: string }[]) => {
    const found: Record<string, string> = {};
    for (const { pointer, detail } of faults) found[fieldOf(pointer)] ??= detail;
    setErrors(found);
    const name = [...(form.current?.elements ?? [])].map((element) => element.getAttribute('name') ?? '').find((each) => each in found);
    if (name) form.current?.querySelector<HTMLElement>(`[name="${name}"]`)?.focus();
  };

  const save = async () => {
    setAsked(false);
    setRefusal(undefined);
    const result = await saving.act({ body: bodyOf(values, settings.version) });
    if (result.ok) {
      showToast({ tone: 'good', text: words.saved });
      onSaved(result.value);
      return;
    }
    refuse(result.problem.errors ?? []);
    setRefusal({ text: problemText(result.problem), stale: result.problem.code === 'booking.settings_changed' });
  };

  const submit = (submitted: FormEvent) => {
    submitted.preventDefault();
    if (busy) return;
    const checked = settingsRoutes.saveSettings.body.safeParse(bodyOf(values, settings.version));
    const faults = checked.success
      ? []
      : checked.error.issues.map(({ path, message }) => ({ pointer: `/${path.map(String).join('/')}`, detail: message }));
    if (startsOf(values).length === 0 && !faults.some(({ pointer }) => pointer.startsWith('/date')))
      faults.push({ pointer: '/date/local', detail: words.never });
    if (twice && values.which === '') faults.push({ pointer: '/date/which', detail: words.twice });
    if (faults.length > 0) {
      setRefusal({ text: words.incomplete, stale: false });
      refuse(faults);
      return;
    }
    if (values.state !== settings.state) setAsked(true);
    else void save();
  };

  return (
    <div className={styles.screen}>
      <form ref={form} className={styles.form} noValidate onSubmit={submit}>
        <fieldset className={styles.group}>
          <legend className={styles.heading}>{words.groups.state}</legend>
          <Select
            label={words.fields.state}
            name="state"
            fieldClassName={styles.wide}
            options={CONCERT_STATES.map((state) => ({ value: state, label: words.states[state] }))}
            value={values.state}
            onChange={(change) => set('state', change.target.value as SettingsValues['state'])}
          />
          <TextField {...text('stateReason')} hint={words.hints.stateReason} maxLength={500} required fieldClassName={styles.wide} />
          <TextArea
            {...text('cancellationNote')}
            hint={words.hints.cancellationNote}
            maxLength={1_000}
            rows={3}
            fieldClassName={styles.wide}
          />
        </fieldset>

        <fieldset className={styles.group}>
          <legend className={styles.heading}>{words.groups.evening}</legend>
          <TextField {...text('title')} maxLength={120} required />
          <TextField {...text('heading')} maxLength={120} required />
          <TextField {...text('local')} type="datetime-local" required hint={words.hints.local} />
          <TextField {...text('timeZone')} list="time-zones" autoComplete="off" spellCheck={false} required hint={words.hints.timeZone} />
          <datalist id="time-zones">
            {zones().map((zone) => (
              <option key={zone} value={zone} />
            ))}
          </datalist>
          {twice && (
            <Select
              label={words.fields.which}
              name="which"
              hint={words.twice}
              placeholder={words.choose}
              options={startsOf(values).map((start, index) => ({
                value: index === 0 ? 'first' : 'second',
                label: words.which(index, offsetOf(start, values.timeZone)),
              }))}
              value={values.which}
              error={errors['which'] ?? ''}
              fieldClassName={styles.wide}
              onChange={(change) => set('which', change.target.value as SettingsValues['which'])}
            />
          )}
          <TextField {...text('lengthMinutes')} inputMode="numeric" autoComplete="off" required hint={words.hints.lengthMinutes} />
          <TextField {...text('venueName')} maxLength={120} required />
          <TextField {...text('venueAddress')} maxLength={300} required fieldClassName={styles.wide} />
        </fieldset>

        <fieldset className={styles.group}>
          <legend className={styles.heading}>{words.groups.contact}</legend>
          <TextField {...text('supportEmail')} type="email" autoCapitalize="none" required />
          <TextField {...text('supportPhone')} type="tel" required />
          <TextField {...text('siteUrl')} type="url" autoCapitalize="none" required fieldClassName={styles.wide} />
        </fieldset>

        <fieldset className={styles.group}>
          <legend className={styles.heading}>{words.groups.seats}</legend>
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
        </fieldset>

        <fieldset className={styles.group}>
          <legend className={styles.heading}>{words.groups.allotments}</legend>
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
        </fieldset>

        <div aria-live="assertive">
          {refusal && (
            <Notice
              tone="bad"
              title={words.notSaved}
              action={
                refusal.stale && (
                  <Button variant="secondary" onClick={onStale}>
                    {words.look}
                  </Button>
                )
              }
            >
              {refusal.text}
            </Notice>
          )}
        </div>
        <div className={styles.acts}>
          <Button type="submit" busy={busy} busyText={words.saving} disabled={!changed}>
            {words.save}
          </Button>
          <Button variant="secondary" disabled={!changed || busy} onClick={() => (setValues(first), setErrors({}), setRefusal(undefined))}>
            {words.undo}
          </Button>
        </div>
      </form>
      <Preview values={values} />
      <Dialog
        open={asked}
        title={words.ask[values.state].title}
        onClose={() => setAsked(false)}
        actions={
          <>
            <Button variant="secondary" onClick={() => setAsked(false)}>
              {words.ask.keep}
            </Button>
            <Button variant={values.state === 'open' ? 'primary' : 'danger'} onClick={() => void save()}>
              {words.ask[values.state].confirm}
            </Button>
          </>
        }
      >
        <p>{words.ask[values.state].text}</p>
      </Dialog>
    </div>
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

/** 'EDT', to tell two equal times of one night apart. */
function offsetOf(at: Date, timeZone: string): string {
  return (
    new Intl.DateTimeFormat('en-US', { timeZoneName: 'short', timeZone }).formatToParts(at).find(({ type }) => type === 'timeZoneName')
      ?.value ?? ''
  );
}
