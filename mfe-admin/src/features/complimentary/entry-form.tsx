import { MAX_FREE_TICKETS, type ComplimentaryCategory } from '@concert/contracts/booking/complimentary';
import { Button } from '@concert/design-system/button.tsx';
import { Dialog } from '@concert/design-system/dialog.tsx';
import { TextField } from '@concert/design-system/field.tsx';
import { Notice } from '@concert/design-system/notice.tsx';
import { Select } from '@concert/design-system/select.tsx';
import { useId } from 'react';
import styles from './complimentary.module.css';
import { GROUPS } from './groups.ts';
import { texts as words } from './texts.ts';
import { useEntryForm, type EntryEditing, type Twice } from './use-entry-form.ts';

/** Adds one guest of a group. */
export function EntryForm({ group, onAdded }: { group: ComplimentaryCategory; onAdded: () => void }) {
  const id = useId();
  const editing = useEntryForm(group, onAdded);
  const { form, busy, message, twice, submit, addAgain, addNothing } = editing;
  return (
    <form ref={form} className={styles.form} noValidate aria-labelledby={`${id}-title`} onSubmit={submit}>
      <h2 id={`${id}-title`} className={styles.heading}>
        {GROUPS[group].words.form}
      </h2>
      <GuestFields editing={editing} />
      <div className={styles.send}>
        <Button type="submit" busy={busy} busyText={words.adding}>
          {GROUPS[group].words.submit}
        </Button>
        <div aria-live="polite" className={styles.message}>
          {message && (
            <Notice tone={message.tone} title={message.title}>
              {message.text}
            </Notice>
          )}
        </div>
      </div>
      <SecondEntryDialog twice={twice} busy={busy} onKeep={addNothing} onAdd={addAgain} />
    </form>
  );
}

function GuestFields({ editing: { values, errorOf, edit } }: { editing: EntryEditing }) {
  return (
    <div className={styles.fields}>
      <TextField
        label={words.fields.name}
        name="name"
        autoComplete="off"
        required
        value={values.name}
        error={errorOf('name')}
        onChange={(change) => edit('name', change.target.value)}
      />
      <TextField
        label={words.fields.email}
        name="email"
        type="email"
        inputMode="email"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        required
        value={values.email}
        error={errorOf('email')}
        onChange={(change) => edit('email', change.target.value)}
      />
      <TextField
        label={words.fields.phoneno}
        name="phoneno"
        type="tel"
        autoComplete="off"
        value={values.phoneno}
        error={errorOf('phoneno')}
        hint={words.fields.phoneHint}
        onChange={(change) => edit('phoneno', change.target.value)}
      />
      <Select
        label={words.fields.notickets}
        name="notickets"
        required
        placeholder={words.fields.choose}
        options={Array.from({ length: MAX_FREE_TICKETS }, (_, index) => ({ value: String(index + 1), label: String(index + 1) }))}
        value={values.notickets}
        error={errorOf('notickets')}
        onChange={(change) => edit('notickets', change.target.value)}
      />
    </div>
  );
}

/** The same guest twice is more often a slip than meant. */
function SecondEntryDialog({
  twice,
  busy,
  onKeep,
  onAdd,
}: {
  twice: Twice | undefined;
  busy: boolean;
  onKeep: () => void;
  onAdd: () => void;
}) {
  return (
    <Dialog
      open={twice !== undefined}
      busy={busy}
      onClose={onKeep}
      title={twice ? words.twice.title(twice.name) : ''}
      actions={
        twice && (
          <>
            <Button variant="secondary" disabled={busy} onClick={onKeep}>
              {words.twice.keep}
            </Button>
            <Button busy={busy} busyText={words.adding} onClick={onAdd}>
              {words.twice.confirm(twice.tickets)}
            </Button>
          </>
        )
      }
    >
      <p>{twice && words.twice.text(twice.reason)}</p>
    </Dialog>
  );
}
