import { settingsRoutes, type ConcertSettings } from '@concert/contracts/booking/settings';
import { classNames } from '@concert/design-system/class-names.ts';
import { Button } from '@concert/design-system/button.tsx';
import { ConfirmDialog } from '@concert/design-system/confirm-dialog.tsx';
import { Form, FormDone } from '@concert/design-system/form.tsx';
import { LinkButton } from '@concert/design-system/link-button.tsx';
import { Notice } from '@concert/design-system/notice.tsx';
import { Read } from '@concert/design-system/read.tsx';
import { useRoute } from '@concert/web-kit/reading/use-route.ts';
import { useState } from 'react';
import { NotesFields } from './notes-fields.tsx';
import { Preview } from './preview.tsx';
import {
  AllotmentFields,
  ContactFields,
  EveningFields,
  GiveBackFields,
  PricingFields,
  SeatsFields,
  StateFields,
} from './settings-fields.tsx';
import { changesBetween } from './settings-form.ts';
import styles from './settings.module.css';
import { texts as words } from './texts.ts';
import { useSettingsForm, type Refusal, type SettingsEditing } from './use-settings-form.ts';

/** The sections in their order. */
const SECTIONS = [
  { name: 'state', Fields: StateFields },
  { name: 'evening', Fields: EveningFields },
  { name: 'notes', Fields: NotesFields },
  { name: 'contact', Fields: ContactFields },
  { name: 'pricing', Fields: PricingFields },
  { name: 'seats', Fields: SeatsFields },
  { name: 'giveBack', Fields: GiveBackFields },
  { name: 'allotments', Fields: AllotmentFields },
] as const;

type Section = (typeof SECTIONS)[number]['name'];

/** Reads the settings, and reads them again when somebody else changed them. */
export function SettingsScreen() {
  const settings = useRoute(settingsRoutes.showSettings, {});
  const [changes, setChanges] = useState<readonly string[]>();
  const [section, setSection] = useState<Section>('state');
  return (
    <Read reading={settings} words={{ reading: words.reading, failed: words.unread }} shape="field" count={6}>
      {(read) => (
        <>
          {changes && (
            <FormDone key={read.version}>
              <Notice tone="good" live="polite" title={words.saved}>
                <ul className="plain-list">
                  {changes.map((change) => (
                    <li key={change}>{change}</li>
                  ))}
                </ul>
              </Notice>
            </FormDone>
          )}
          <SettingsForm
            key={`form ${read.version}`}
            settings={read}
            section={section}
            onSection={setSection}
            onSaved={(saved) => {
              setChanges(changesBetween(read, saved));
              settings.set(() => saved);
            }}
            onStale={settings.again}
          />
        </>
      )}
    </Read>
  );
}

interface SettingsFormProps {
  readonly settings: ConcertSettings;
  readonly section: Section;
  readonly onSection: (section: Section) => void;
  readonly onSaved: (settings: ConcertSettings) => void;
  readonly onStale: () => void;
}

function SettingsForm({ settings, section, onSection, onSaved, onStale }: SettingsFormProps) {
  const editing = useSettingsForm(settings, onSaved);
  const { form, refusal, changed, submit, undo } = editing;
  return (
    <div className={`stack-32 ${styles.screen}`}>
      <nav className={styles.sections} aria-label={words.sections}>
        <ul className="plain-list">
          {SECTIONS.map(({ name }) => (
            <li key={name}>
              <button type="button" aria-current={name === section ? 'true' : undefined} onClick={() => onSection(name)}>
                {words.groups[name]}
              </button>
            </li>
          ))}
        </ul>
      </nav>
      <Form form={form} className="stack-32" onSubmit={submit}>
        {SECTIONS.map(({ name, Fields }) => (
          <fieldset key={name} className={classNames(styles.group, name === section && styles.chosen)}>
            <legend className={`size-3 ${styles.heading}`}>{words.groups[name]}</legend>
            <Fields settings={settings} form={form} />
          </fieldset>
        ))}
        <div aria-live="assertive">{refusal && <NotSaved refusal={refusal} onStale={onStale} />}</div>
        {changed && (
          <div className={`row-8-12 ${styles.acts}`}>
            <p role="status">{words.unsaved}</p>
            <Button variant="secondary" disabled={form.busy} onClick={undo}>
              {words.undo}
            </Button>
            <Button type="submit" busy={form.busy} busyText={words.saving}>
              {words.save}
            </Button>
          </div>
        )}
      </Form>
      <Preview values={form.values} dateToFollow={settings.postponement?.dateToFollow ?? false} />
      <StateDialog editing={editing} />
    </div>
  );
}

/** Pages on which what was refused here can be done, or prepared. */
const ELSEWHERE: Readonly<Record<string, { readonly to: string; readonly words: string }>> = {
  'booking.date_promised': { to: '/postpone-concert', words: words.postpone },
  'booking.not_ready': { to: '/go-live', words: words.goLive },
};

function NotSaved({ refusal, onStale }: { refusal: Refusal; onStale: () => void }) {
  const elsewhere = ELSEWHERE[refusal.code ?? ''];
  return (
    <Notice
      tone="bad"
      title={words.notSaved}
      action={
        refusal.code === 'booking.settings_changed' ? (
          <Button variant="secondary" onClick={onStale}>
            {words.look}
          </Button>
        ) : (
          elsewhere && <LinkButton to={elsewhere.to} variant="secondary" text={elsewhere.words} />
        )
      }
    >
      {refusal.text}
    </Notice>
  );
}

/** Asks before reservations are opened or disabled. */
function StateDialog({ editing: { form, asked, goBack, save } }: { editing: SettingsEditing }) {
  const { state } = form.values;
  // Nothing becomes cancelled here.
  if (state === 'cancelled') return null;
  const question = words.ask[state];
  return (
    <ConfirmDialog
      open={asked}
      title={question.title}
      onClose={goBack}
      words={{ keep: words.ask.keep, confirm: question.confirm }}
      variant={state === 'open' ? 'primary' : 'danger'}
      onConfirm={save}
    >
      <p>{question.text}</p>
    </ConfirmDialog>
  );
}
