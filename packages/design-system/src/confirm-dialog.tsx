import { Button, type ButtonVariant } from './button.tsx';
import { Dialog, type DialogProps } from './dialog.tsx';
import { Failure } from './notice.tsx';

export interface ConfirmDialogProps extends Omit<DialogProps, 'actions'> {
  words: {
    /** What leaves everything as it is, by default 'Cancel'. */
    readonly keep?: string;
    /** What names the act. */
    readonly confirm: string;
    readonly busy?: string;
    /** Says that it was not done, and why. */
    readonly failed?: (why: string) => string;
  };
  variant?: ButtonVariant;
  /** Whether something has to be chosen before it can be done. */
  disabled?: boolean;
  /** Does it. */
  onConfirm?: () => void | Promise<void>;
  /** Id of the form that does it when it is sent. */
  form?: string;
  /** Why it was not done. */
  failure?: string | undefined;
}

/** The question before an act, with what went wrong when it was tried. */
export function ConfirmDialog({
  words,
  variant = 'danger',
  disabled = false,
  onConfirm,
  form,
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
            {words.keep ?? 'Cancel'}
          </Button>
          <Button
            type={form ? 'submit' : 'button'}
            form={form}
            variant={variant}
            disabled={disabled}
            busy={busy}
            busyText={words.busy}
            onClick={() => void onConfirm?.()}
          >
            {words.confirm}
          </Button>
        </>
      }
    >
      {children}
      <Failure text={failure && (words.failed?.(failure) ?? failure)} />
    </Dialog>
  );
}
