import type { renewalRoutes } from '@concert/contracts/booking/renewals';
import type { InputOf } from '@concert/contracts/core/route';
import { Button, type ButtonVariant } from '@concert/design-system/button.tsx';
import { showToast, type ToastMessage } from '@concert/design-system/toast.tsx';
import { useState } from 'react';
import { ActDialog } from '../organising/act-dialog.tsx';
import { texts as words } from './texts.ts';

type RenewalRoute = (typeof renewalRoutes)['renewTickets' | 'renewComplimentary'];

interface Renewal<R extends RenewalRoute> {
  route: R;
  input: InputOf<R>;
  /** Whose tickets they are. */
  name: string;
  onRenewed?: () => void;
  /** Says what was done; where a dialog would cover the toast, it is said in the dialog. */
  tell?: (said: ToastMessage) => void;
}

/** Gives new tickets in place of old ones, after a question that says what that does. */
export function RenewTickets<R extends RenewalRoute>({ variant, ...renewal }: Renewal<R> & { variant: ButtonVariant }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button variant={variant} aria-label={words.buttonFor(renewal.name)} onClick={() => setOpen(true)}>
        {words.button}
      </Button>
      <RenewDialog {...renewal} open={open} onClose={() => setOpen(false)} />
    </>
  );
}

/** The question before new tickets are given. */
export function RenewDialog<R extends RenewalRoute>({
  route,
  input,
  name,
  onRenewed,
  tell = showToast,
  open,
  onClose,
}: Renewal<R> & { open: boolean; onClose: () => void }) {
  const renewed = (replaced: number) => {
    onClose();
    tell({ tone: 'good', text: words.done(replaced) });
    onRenewed?.();
  };
  return (
    <ActDialog<RenewalRoute>
      route={route}
      input={input as InputOf<RenewalRoute>}
      open={open}
      title={words.title(name)}
      onClose={onClose}
      words={words}
      onDone={({ replaced }) => renewed(replaced)}
    >
      <p>{words.text}</p>
    </ActDialog>
  );
}
