import { MAX_NOTE, TEXT_NOTES } from '@concert/contracts/booking/visitor-notes';
import { TextArea, TextField } from '@concert/design-system/field.tsx';
import type { FormState } from '@concert/web-kit/forms/use-form.ts';
import type { SettingsValues } from './settings-form.ts';
import { Amount, entry } from './settings-fields.tsx';
import styles from './settings.module.css';
import { texts } from './texts.ts';

const words = texts.notes;

/** What visitors may want to know of the evening and its venue. */
export function NotesFields({ form }: { form: FormState<SettingsValues> }) {
  return (
    <>
      <p className={styles.wide}>{words.text}</p>
      <Amount form={form} of="notes" entry="doorsMinutes" hint={words.doorsHint} />
      <Amount form={form} of="notes" entry="intervalMinutes" hint={words.intervalHint} />
      <TextField
        {...entry(form, 'notes', 'mapUrl')}
        hint={words.mapHint}
        type="url"
        autoCapitalize="none"
        maxLength={300}
        fieldClassName={styles.wide}
      />
      {TEXT_NOTES.map((note) => (
        <TextArea key={note} {...entry(form, 'notes', note)} hint={words.hints[note]} maxLength={MAX_NOTE} rows={3} />
      ))}
    </>
  );
}
