import { MAX_NOTE, NOTE_WORDS, TEXT_NOTES } from '@concert/contracts/booking/visitor-notes';
import { TextArea, TextField } from '@concert/design-system/field.tsx';
import type { FormState } from '@concert/web-kit/forms/use-form.ts';
import type { NoteName, SettingsValues } from './settings-form.ts';
import { sectionId } from './settings-fields.tsx';
import styles from './settings.module.css';
import { texts } from './texts.ts';

const words = texts.notes;

/** What visitors may want to know of the evening and its venue. */
export function NotesFields({ form }: { form: FormState<SettingsValues> }) {
  const { notes } = form.values;
  const control = (note: NoteName) => ({
    id: form.idOf(`notes.${note}`),
    name: `notes.${note}`,
    value: notes[note],
    error: form.errors[`notes.${note}`],
    onChange: ({ target }: { target: { value: string } }) => form.edit('notes', { ...notes, [note]: target.value }, `notes.${note}`),
  });
  return (
    <fieldset id={sectionId('notes')} className={styles.group}>
      <legend className={styles.heading}>{words.title}</legend>
      <p className={styles.wide}>{words.text}</p>
      <TextField
        {...control('doorsMinutes')}
        label={words.doors}
        hint={words.doorsHint}
        inputMode="numeric"
        autoComplete="off"
        className={styles.amount}
      />
      <TextField
        {...control('intervalMinutes')}
        label={words.interval}
        hint={words.intervalHint}
        inputMode="numeric"
        autoComplete="off"
        className={styles.amount}
      />
      <TextField
        {...control('mapUrl')}
        label={words.map}
        hint={words.mapHint}
        type="url"
        autoCapitalize="none"
        maxLength={300}
        fieldClassName={styles.wide}
      />
      {TEXT_NOTES.map((note) => (
        <TextArea
          key={note}
          {...control(note)}
          label={NOTE_WORDS[note]}
          hint={words.hints[note]}
          maxLength={MAX_NOTE}
          rows={2}
          className={styles.brief}
          fieldClassName={styles.wide}
        />
      ))}
    </fieldset>
  );
}
