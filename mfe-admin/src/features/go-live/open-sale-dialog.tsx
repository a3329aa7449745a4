import { goLiveRoutes, type GoLive } from '@concert/contracts/booking/go-live';
import { showToast } from '@concert/design-system/toast.tsx';
import { ActDialog } from '../organising/act-dialog.tsx';
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
  const opened = (goLive: GoLive) => {
    showToast({ tone: 'good', text: words.done });
    onOpened(goLive);
  };
  return (
    <ActDialog
      route={goLiveRoutes.openSale}
      input={{ body: { version } }}
      title={words.title}
      onClose={onClose}
      words={{ ...words, failed: texts.notDone }}
      variant="primary"
      onDone={opened}
      onRefused={onRefused}
    >
      <p>{words.text}</p>
    </ActDialog>
  );
}
