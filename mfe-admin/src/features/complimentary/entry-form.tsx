import { MAX_FREE_TICKETS, type ComplimentaryCategory } from '@concert/contracts/booking/complimentary';
import { Button } from '@concert/design-system/button.tsx';
import { ConfirmDialog } from '@concert/design-system/confirm-dialog.tsx';
import { EmailField } from '@concert/design-system/email-field.tsx';
import { TextField } from '@concert/design-system/field.tsx';
import { Form } from '@concert/design-system/form.tsx';
import { Notice } from '@concert/design-system/notice.tsx';
import { Select } from '@concert/design-system/select.tsx';
import type { FormState } from '@concert/web-kit/forms/use-form.ts';
import { useId } from 'react';
import styles from './complimentary.module.css';
import { GROUPS } from './groups.ts';
import { texts as words } from './texts.ts';
import { useEntryForm, type GuestValues } from './use-entry-form.ts';

/** Adds one guest of a group. */
export function EntryForm({ group, onAdded }: { group: ComplimentaryCategory; onAdded: () => void }) {
  const id = useId();
  const { form, message, twice, submit, addAgain, addNothing } = useEntryForm(group, onAdded);
  return (
    <Form form={form} className={`stack-16 boxed ${styles.form}`} labelledBy={`${id}-title`} onSubmit={submit}>
      <h2 id={`${id}-title`} className="size-3">
        {GROUPS[group].words.form}
      </h2>
      <GuestFields form={form} />
      <div className={`row-16 ${styles.send}`}>
        <Button type="submit" busy={form.busy} busyText={words.adding}>
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
      {/* Adding the same guest twice is more often a mistake than meant. */}
      <ConfirmDialog
        open={twice !== undefined}
        busy={form.busy}
        onClose={addNothing}
        title={twice ? words.twice.title(twice.name) : ''}
        words={{ confirm: twice ? words.twice.confirm(twice.tickets) : '', busy: words.adding }}
        variant="primary"
        onConfirm={addAgain}
      >
        <p>{twice && words.twice.text(twice.reason)}</p>
      </ConfirmDialog>
    </Form>
  );
}

function GuestFields({ form }: { form: FormState<GuestValues> }) {
  return (
    <div className={`stack-16 ${styles.fields}`}>
      <TextField {...form.field('name')} label={words.fields.name} autoComplete="off" required />
      <EmailField {...form.field('email')} label={words.fields.email} autoComplete="off" />
      <TextField {...form.field('phoneno')} label={words.fields.phoneno} type="tel" autoComplete="off" hint={words.fields.phoneHint} />
      <Select
        {...form.field('notickets')}
        label={words.fields.notickets}
        required
        placeholder={words.fields.choose}
        options={Array.from({ length: MAX_FREE_TICKETS }, (_, index) => ({ value: String(index + 1), label: String(index + 1) }))}
      />
    </div>
  );
}
