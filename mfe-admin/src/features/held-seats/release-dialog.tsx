import { heldSeatsRoutes, type HeldSeats } from '@concert/contracts/booking/held-seats';
import { TextField } from '@concert/design-system/field.tsx';
import { Notice } from '@concert/design-system/notice.tsx';
import { Select } from '@concert/design-system/select.tsx';
import { showToast } from '@concert/design-system/toast.tsx';
import { useForm } from '@concert/web-kit/forms/use-form.ts';
import { useAct } from '@concert/web-kit/reading/use-act.ts';
import { FormDialog } from '../organising/form-dialog.tsx';
import { texts } from './texts.ts';

const words = texts.dialog;

export interface ReleaseDialogProps {
  readonly held: HeldSeats;
  readonly onClose: () => void;
  readonly onReleased: () => void;
}

/** Releases one hold, or all of its account, for a reason. */
export function ReleaseDialog({ held, onClose, onReleased }: ReleaseDialogProps) {
  const { act } = useAct(heldSeatsRoutes.releaseHeldSeats);
  const form = useForm({ name: 'release', first: { of: held.bookingId, reason: '' }, summaryFrom: Infinity });

  const release = async () => {
    const result = await form.send(() => act({ body: form.values }));
    if (!result?.ok) return;
    showToast({ tone: 'good', text: texts.done(result.value.released, result.value.closing) });
    onReleased();
  };

  return (
    <FormDialog form={form} title={words.title(held.name)} words={words} variant="danger" onClose={onClose} onSubmit={release}>
      <p>{words.text}</p>
      {held.paying && <Notice tone="warn">{words.paying}</Notice>}
      <Select
        {...form.field('of')}
        label={words.which}
        options={[
          { value: held.bookingId, label: words.one(held.seating, held.notickets) },
          { value: held.userId, label: words.account },
        ]}
      />
      <TextField {...form.field('reason')} label={words.reason} hint={words.reasonHint} maxLength={300} />
    </FormDialog>
  );
}
