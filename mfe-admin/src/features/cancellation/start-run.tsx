import { formatMoney } from '@concert/contracts/core/money';
import { cancellationRoutes, type DryRun, type RunView } from '@concert/contracts/payment/cancellation';
import { REFUND_CALL_TIMEOUT_MS } from '@concert/contracts/payment/refunds';
import { TextArea } from '@concert/design-system/field.tsx';
import { useAct } from '@concert/web-kit/reading/use-act.ts';
import { useState } from 'react';
import { TypedConfirmation } from '../organising/typed-confirmation.tsx';
import { texts } from './texts.ts';

const words = texts.start;

/** Step 3: what has to be typed before all money goes back. */
export function StartRun({ counted, onStarted }: { counted: DryRun; onStarted: (run: RunView) => void }) {
  const [explanation, setExplanation] = useState('');
  const { act, busy, failure } = useAct(cancellationRoutes.startCancellationRun, { timeoutMs: REFUND_CALL_TIMEOUT_MS });
  const { confirmation, equal, total } = counted;

  const start = async () => {
    const result = await act({ body: { confirmation, explanation: explanation.trim() || undefined } });
    if (result.ok) onStarted(result.value);
  };

  return (
    <TypedConfirmation
      confirmation={confirmation}
      button={words.button(formatMoney(total.amountMinor))}
      busy={busy}
      busyText={words.busy}
      failure={failure}
      onConfirm={start}
    >
      <p>{words.text}</p>
      {!equal && (
        <TextArea
          label={words.explanation}
          rows={3}
          maxLength={500}
          required
          value={explanation}
          onChange={(change) => setExplanation(change.target.value)}
        />
      )}
    </TypedConfirmation>
  );
}
