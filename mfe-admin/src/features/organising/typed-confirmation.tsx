import { Button } from '@concert/design-system/button.tsx';
import { TextField } from '@concert/design-system/field.tsx';
import { Failure } from '@concert/design-system/notice.tsx';
import { useState, type FormEvent, type ReactNode } from 'react';
import { texts as words } from '../../texts.ts';

interface TypedConfirmationProps {
  /** What has to be typed, letter for letter. */
  readonly confirmation: string;
  /** What is confirmed, and what is asked besides. */
  readonly children: ReactNode;
  readonly button: string;
  readonly busy: boolean;
  readonly busyText: string;
  readonly failure: string | undefined;
  readonly onConfirm: () => Promise<void>;
}

/** A form that does something to many people at once, only after some words were typed. */
export function TypedConfirmation({ confirmation, children, button, busy, busyText, failure, onConfirm }: TypedConfirmationProps) {
  const [typed, setTyped] = useState('');
  const [error, setError] = useState('');
  const confirm = (submit: FormEvent) => {
    submit.preventDefault();
    if (busy) return;
    const isTyped = typed.trim() === confirmation;
    setError(isTyped ? '' : words.mismatch(confirmation));
    if (isTyped) void onConfirm();
  };
  return (
    <form className="stack-16 narrow" noValidate onSubmit={confirm}>
      {children}
      <TextField
        label={words.confirm(confirmation)}
        autoComplete="off"
        spellCheck={false}
        value={typed}
        error={error}
        onChange={({ target }) => setTyped(target.value)}
      />
      <Failure text={failure} />
      <div className="row-12 apart-16">
        <Button type="submit" variant="danger" busy={busy} busyText={busyText}>
          {button}
        </Button>
      </div>
    </form>
  );
}
