import { MAX_NEEDS_TEXT, NEED_WORDS, NEEDS, type AccessNeed } from '@concert/contracts/booking/access';
import { Checkbox } from '@concert/design-system/checkbox.tsx';
import { TextArea } from '@concert/design-system/field.tsx';
import type { FormState } from '@concert/web-kit/forms/use-form.ts';
import { texts } from './access-texts.ts';
import styles from './reservation.module.css';
import type { BuyerValues } from './reservation.ts';

const words = texts.needs;

/** What somebody may tell of their needs; folded up, because most have nothing to tell. */
export function NeedsFields({ form, busy }: { form: FormState<BuyerValues>; busy: boolean }) {
  const { needs } = form.values;
  const tick = (need: AccessNeed, told: boolean) => form.edit('needs', told ? [...needs, need] : needs.filter((each) => each !== need));
  return (
    <details>
      <summary className="strong">{words.title}</summary>
      <fieldset className="tick-columns" disabled={busy}>
        <legend className="quiet small">{words.text}</legend>
        {NEEDS.map((need) => (
          <Checkbox
            key={need}
            id={form.idOf(`need-${need}`)}
            label={NEED_WORDS[need]}
            checked={needs.includes(need)}
            onCheck={(told) => tick(need, told)}
          />
        ))}
      </fieldset>
      <TextArea
        {...form.field('ownWords')}
        label={words.ownWords}
        fieldClassName={styles.ownWords}
        hint={words.ownWordsHint}
        maxLength={MAX_NEEDS_TEXT}
        rows={2}
        readOnly={busy}
      />
    </details>
  );
}
