import { ConfirmDialog, type ConfirmDialogProps } from '@concert/design-system/confirm-dialog.tsx';
import type { ReactNode } from 'react';

export interface ProvenDialogProps extends Omit<ConfirmDialogProps, 'open' | 'busy'> {
  readonly open?: boolean;
  /** The act it asks about, as `useProvenAct` holds it. */
  readonly acting: { readonly busy: boolean; readonly failure: string | undefined; readonly dialog: ReactNode };
}

/** The question before a powerful act, and the one about who somebody is: a dialog of its own, outside the first. */
export function ProvenDialog({ open = true, acting, ...question }: ProvenDialogProps) {
  return (
    <>
      <ConfirmDialog failure={acting.failure} {...question} open={open} busy={acting.busy} />
      {acting.dialog}
    </>
  );
}
