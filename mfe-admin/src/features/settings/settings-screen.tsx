import { settingsRoutes, type ConcertSettings } from '@concert/contracts/booking/settings';
import { Button } from '@concert/design-system/button.tsx';
import { Dialog } from '@concert/design-system/dialog.tsx';
import { Form } from '@concert/design-system/form.tsx';
import { LinkButton } from '@concert/design-system/link-button.tsx';
import { Notice } from '@concert/design-system/notice.tsx';
import { Read } from '@concert/design-system/read.tsx';
import { Skeleton } from '@concert/design-system/skeleton.tsx';
import { useRoute } from '@concert/web-kit/reading/use-route.ts';
import { Link } from 'react-router-dom';
import { NotesFields } from './notes-fields.tsx';
import { Preview } from './preview.tsx';
import {
  AccessFields,
  AllotmentFields,
  ContactFields,
  EveningFields,
  PricingFields,
  SeatsFields,
  StateFields,
} from './settings-fields.tsx';
import styles from './settings.module.css';
import { texts as words } from './texts.ts';
import { useSettingsForm, type Refusal, type SettingsEditing } from './use-settings-form.ts';

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
  const editing = useSettingsForm(settings, onSaved);
  const { form, refusal, changed, submit, undo } = editing;
  return (
    <div className={styles.screen}>
      <Form form={form} className={styles.form} onSubmit={submit}>
        <StateFields settings={settings} form={form} />
        <EveningFields settings={settings} form={form} />
        <NotesFields form={form} />
        <ContactFields form={form} />
        <PricingFields form={form} />
        <SeatsFields settings={settings} form={form} />
        <AccessFields settings={settings} form={form} />
        <AllotmentFields settings={settings} form={form} />
        <div aria-live="assertive">{refusal && <NotSaved refusal={refusal} onStale={onStale} />}</div>
        <div className={styles.acts}>
          <Button type="submit" busy={form.busy} busyText={words.saving} disabled={!changed}>
            {words.save}
          </Button>
          <Button variant="secondary" disabled={!changed || form.busy} onClick={undo}>
            {words.undo}
          </Button>
        </div>
      </Form>
      <Preview values={form.values} dateToFollow={settings.postponement?.dateToFollow ?? false} />
      <StateDialog editing={editing} />
      {editing.dialog}
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
          elsewhere && (
            <LinkButton as={Link} to={elsewhere.to} variant="secondary">
              {elsewhere.words}
            </LinkButton>
          )
        )
      }
    >
      {refusal.text}
    </Notice>
  );
}

/** Asks before reservations are opened, disabled or ended. */
function StateDialog({ editing: { form, asked, goBack, save } }: { editing: SettingsEditing }) {
  const { state } = form.values;
  const question = words.ask[state];
  return (
    <Dialog
      open={asked}
      title={question.title}
      onClose={goBack}
      actions={
        <>
          <Button variant="secondary" onClick={goBack}>
            {words.ask.keep}
          </Button>
          <Button variant={state === 'open' ? 'primary' : 'danger'} onClick={() => void save()}>
            {question.confirm}
          </Button>
        </>
      }
    >
      <p>{question.text}</p>
    </Dialog>
  );
}
