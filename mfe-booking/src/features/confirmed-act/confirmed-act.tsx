import { Button } from '@concert/design-system/button.tsx';
import { ConfirmDialog, type ConfirmDialogProps } from '@concert/design-system/confirm-dialog.tsx';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { createPortal } from 'react-dom';

export interface ConfirmedActProps {
  /** The button on the page, and its label for people who do not see its row. */
  label: string;
  labelOf: string;
  title: string;
  words: ConfirmDialogProps['words'];
  /** Whether something has to be chosen first. */
  disabled?: boolean;
  /** Does it; resolves to why it could not be done. */
  run: () => Promise<string | undefined>;
  children: ReactNode;
}

/** A button for an action that cannot be undone, which therefore asks first. */
export function ConfirmedAct({ label, labelOf, title, words, disabled, run, children }: ConfirmedActProps) {
  const [open, setOpen] = useState(false);
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string>();
  const done = useRef(false);

  // When it is done this button disappears, and the focus with it; screen readers then start at the top of the page.
  useEffect(
    () => () => {
      if (done.current && document.activeElement === document.body) document.querySelector<HTMLElement>('[data-page-heading]')?.focus();
    },
    [],
  );

  const close = () => {
    setOpen(false);
    setRefusal(undefined);
  };
  const confirm = async () => {
    setBusy(true);
    setRefusal(undefined);
    const text = await run();
    setBusy(false);
    setRefusal(text);
    done.current = text === undefined;
    setOpen(text !== undefined);
  };
  return (
    <>
      <Button variant="secondary" aria-label={labelOf} onClick={() => setOpen(true)}>
        {label}
      </Button>
      {/* Rendered in the body, so that it does not inherit the look of a table cell. */}
      {createPortal(
        <ConfirmDialog {...{ open, title, busy, words, disabled: disabled ?? false, failure: refusal }} onClose={close} onConfirm={confirm}>
          {children}
        </ConfirmDialog>,
        document.body,
      )}
    </>
  );
}
