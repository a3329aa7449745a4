import { goLiveRoutes, type GoLive } from '@concert/contracts/booking/go-live';
import { Button } from '@concert/design-system/button.tsx';
import { Dialog } from '@concert/design-system/dialog.tsx';
import { Notice } from '@concert/design-system/notice.tsx';
import { showToast } from '@concert/design-system/toast.tsx';
import { useAct } from '@concert/web-kit/reading/use-act.ts';
import { useSignInAgain } from '../sign-in-again/use-sign-in-again.tsx';
import { texts } from './texts.ts';

const words = texts.dialog;

export interface OpenSaleDialogProps {
  /** Of the settings that were looked at. */
  readonly version: number;
  readonly onClose: () => void;
  readonly onOpened: (goLive: GoLive) => void;
  readonly onRefused: () => void;
}

/** Asks once, then opens the sale. */
export function OpenSaleDialog({ version, onClose, onOpened, onRefused }: OpenSaleDialogProps) {
  const { proven, dialog } = useSignInAgain();
  const { act, busy, failure } = useAct(goLiveRoutes.openSale, { through: proven });
  const open = async () => {
    const result = await act({ body: { version } });
    if (!result.ok) return onRefused();
    showToast({ tone: 'good', text: words.done });
    onOpened(result.value);
  };
  return (
    <>
      <Dialog
        open
        busy={busy}
        title={words.title}
        onClose={onClose}
        actions={
          <>
            <Button variant="secondary" disabled={busy} onClick={onClose}>
              {words.keep}
            </Button>
            <Button busy={busy} busyText={words.busy} onClick={() => void open()}>
              {words.confirm}
            </Button>
          </>
        }
      >
        <p>{words.text}</p>
        {failure && <Notice tone="bad" live="assertive" title={texts.notDone(failure)} />}
      </Dialog>
      {dialog}
    </>
  );
}
