import { goLiveRoutes, type GoLive } from '@concert/contracts/booking/go-live';
import { ConfirmDialog } from '@concert/design-system/confirm-dialog.tsx';
import { showToast } from '@concert/design-system/toast.tsx';
import { useProvenAct } from '../sign-in-again/use-sign-in-again.tsx';
import { texts } from './texts.ts';

const words = texts.dialog;

export interface OpenSaleDialogProps {
  /** Version of the settings that were looked at. */
  readonly version: number;
  readonly onClose: () => void;
  readonly onOpened: (goLive: GoLive) => void;
  readonly onRefused: () => void;
}

/** Asks once, then opens the sale. */
export function OpenSaleDialog({ version, onClose, onOpened, onRefused }: OpenSaleDialogProps) {
  const { act, busy, failure, dialog } = useProvenAct(goLiveRoutes.openSale);
  const open = async () => {
    const result = await act({ body: { version } });
    if (!result.ok) return onRefused();
    showToast({ tone: 'good', text: words.done });
    onOpened(result.value);
  };
  return (
    <>
      <ConfirmDialog
        open
        busy={busy}
        title={words.title}
        onClose={onClose}
        words={words}
        variant="primary"
        onConfirm={open}
        failure={failure && texts.notDone(failure)}
      >
        <p>{words.text}</p>
      </ConfirmDialog>
      {dialog}
    </>
  );
}
