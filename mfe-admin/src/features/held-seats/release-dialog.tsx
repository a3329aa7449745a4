import { heldSeatsRoutes, type HeldSeats } from '@concert/contracts/booking/held-seats';
import { TextField } from '@concert/design-system/field.tsx';
import { Notice } from '@concert/design-system/notice.tsx';
import { Select } from '@concert/design-system/select.tsx';
import { showToast } from '@concert/design-system/toast.tsx';
import { useState } from 'react';
import { ProvenDialog } from '../sign-in-again/proven-dialog.tsx';
import { useProvenAct } from '../sign-in-again/use-sign-in-again.tsx';
import { texts } from './texts.ts';

const words = texts.dialog;

export interface ReleaseDialogProps {
  readonly held: HeldSeats;
  readonly onClose: () => void;
  readonly onReleased: () => void;
}

/** Releases one hold, or all of its account, for a reason. */
export function ReleaseDialog({ held, onClose, onReleased }: ReleaseDialogProps) {
  const acting = useProvenAct(heldSeatsRoutes.releaseHeldSeats);
  const [of, setOf] = useState<string>(held.bookingId);
  const [reason, setReason] = useState('');
  const fault = acting.problem?.errors?.find(({ field }) => field === 'reason')?.detail;

  const release = async () => {
    const result = await acting.act({ body: { of, reason } });
    if (!result.ok) return;
    showToast({ tone: 'good', text: texts.done(result.value.released, result.value.closing) });
    onReleased();
  };

  return (
    <ProvenDialog
      acting={acting}
      title={words.title(held.name)}
      onClose={onClose}
      words={words}
      failure={fault ? undefined : acting.failure}
      onConfirm={release}
    >
      <p>{words.text}</p>
      {held.paying && <Notice tone="warn">{words.paying}</Notice>}
      <Select
        label={words.which}
        options={[
          { value: held.bookingId, label: words.one(held.seating, held.notickets) },
          { value: held.userId, label: words.account },
        ]}
        value={of}
        onChange={(input) => setOf(input.target.value)}
      />
      <TextField
        label={words.reason}
        hint={words.reasonHint}
        value={reason}
        maxLength={300}
        {...(fault ? { error: fault } : {})}
        onChange={(input) => setReason(input.target.value)}
      />
    </ProvenDialog>
  );
}
