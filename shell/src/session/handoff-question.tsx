import { ConfirmDialog } from '@concert/design-system/confirm-dialog.tsx';
import { useState } from 'react';
import { texts } from '../texts.ts';

export interface HandoffQuestionProps {
  /** The account that the address leads into. */
  readonly email: string;
  readonly onContinue: () => Promise<void>;
  readonly onLeave: () => void;
}

const words = texts.handoff.question;

/** Asks before a link signs somebody in to an account: anybody can send a link that leads into their own. */
export default function HandoffQuestion({ email, onContinue, onLeave }: HandoffQuestionProps) {
  const [busy, setBusy] = useState(false);
  const goOn = async () => {
    setBusy(true);
    await onContinue();
  };
  return (
    <ConfirmDialog open busy={busy} title={words.title(email)} onClose={onLeave} words={words} variant="primary" onConfirm={goOn}>
      <p>{words.text}</p>
      <p>{words.warning}</p>
    </ConfirmDialog>
  );
}
