import { Button, type ButtonVariant } from './button.tsx';
import { Dialog, type DialogProps } from './dialog.tsx';
import { Notice } from './notice.tsx';

export interface ConfirmDialogProps extends Omit<DialogProps, 'actions'> {
  /** What leaves everything as it is. */
  keep: string;
  /** What names the act. */
  confirm: string;
  busyText?: string;
  variant?: ButtonVariant;
  /** Whether something has to be chosen before it can be done. */
  disabled?: boolean;
  onConfirm: () => void;
  /** Why it was not done. */
  failure?: string | undefined;
}

/** The question before an act, with what went wrong when it was tried. */
export function ConfirmDialog({
  keep,
  confirm,
  busyText,
  variant = 'danger',
  disabled = false,
  onConfirm,
  failure,
  children,
  ...dialog
}: ConfirmDialogProps) {
  const { busy = false, onClose } = dialog;
  return (
    <Dialog
      {...dialog}
      actions={
        <>
          <Button variant="secondary" disabled={busy} onClick={onClose}>
            {keep}
          </Button>
          <Button variant={variant} disabled={disabled} busy={busy} busyText={busyText} onClick={onConfirm}>
            {confirm}
          </Button>
        </>
      }
    >
      {children}
      {failure && <Notice tone="bad" live="assertive" title={failure} />}
    </Dialog>
  );
}
