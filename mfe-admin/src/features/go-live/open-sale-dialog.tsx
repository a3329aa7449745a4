import { goLiveRoutes, type GoLive } from '@concert/contracts/booking/go-live';
import { showToast } from '@concert/design-system/toast.tsx';
import { ProvenDialog } from '../sign-in-again/proven-dialog.tsx';
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
  const acting = useProvenAct(goLiveRoutes.openSale);
  const open = async () => {
    const result = await acting.act({ body: { version } });
    if (!result.ok) return onRefused();
    showToast({ tone: 'good', text: words.done });
    onOpened(result.value);
  };
  return (
    <ProvenDialog
      acting={acting}
      title={words.title}
      onClose={onClose}
      words={words}
      variant="primary"
      onConfirm={open}
      failure={acting.failure && texts.notDone(acting.failure)}
    >
      <p>{words.text}</p>
    </ProvenDialog>
  );
}
