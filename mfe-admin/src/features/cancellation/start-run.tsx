import { formatMoney } from '@concert/contracts/core/money';
import { cancellationRoutes, type DryRun, type RunView } from '@concert/contracts/payment/cancellation';
import { REFUND_CALL_TIMEOUT_MS } from '@concert/contracts/payment/refunds';
import { Button } from '@concert/design-system/button.tsx';
import { TextArea, TextField } from '@concert/design-system/field.tsx';
import { Failure } from '@concert/design-system/notice.tsx';
import { useAct } from '@concert/web-kit/reading/use-act.ts';
import { useState, type FormEvent } from 'react';
import type { SignInAgain } from '../sign-in-again/use-sign-in-again.tsx';
import { texts } from './texts.ts';

const words = texts.start;

/** Step 3: what has to be typed before all money goes back. */
export function StartRun({
  counted,
  proven,
  onStarted,
}: {
  counted: DryRun;
  proven: SignInAgain['proven'];
  onStarted: (run: RunView) => void;
}) {
  const [typed, setTyped] = useState('');
  const [explanation, setExplanation] = useState('');
  const [error, setError] = useState('');
  const { act, busy, failure } = useAct(cancellationRoutes.startCancellationRun, { timeoutMs: REFUND_CALL_TIMEOUT_MS, through: proven });

  const start = async (submit: FormEvent) => {
    submit.preventDefault();
    if (busy) return;
    if (typed.trim() !== counted.confirmation) {
      setError(words.mismatch(counted.confirmation));
      return;
    }
    setError('');
    const body = { confirmation: typed.trim(), ...(explanation.trim() === '' ? {} : { explanation: explanation.trim() }) };
    const result = await act({ body });
    if (result.ok) onStarted(result.value);
  };

  return (
    <form className="stack-16 narrow" noValidate onSubmit={(submit) => void start(submit)}>
      <p>{words.text}</p>
      {!counted.equal && (
        <TextArea
          label={words.explanation}
          rows={3}
          maxLength={500}
          required
          value={explanation}
          onChange={(change) => setExplanation(change.target.value)}
        />
      )}
      <TextField
        label={words.confirmation(counted.confirmation)}
        autoComplete="off"
        spellCheck={false}
        value={typed}
        error={error}
        onChange={(change) => setTyped(change.target.value)}
      />
      <Failure text={failure} />
      <div className="row-12 apart-16">
        <Button type="submit" variant="danger" busy={busy} busyText={words.busy}>
          {words.button(formatMoney(counted.total.amountMinor))}
        </Button>
      </div>
    </form>
  );
}
