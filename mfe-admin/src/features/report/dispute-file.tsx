import { disputeFileRoutes } from '@concert/contracts/booking/dispute-file';
import { Button } from '@concert/design-system/button.tsx';
import { Notice } from '@concert/design-system/notice.tsx';
import { saveFile } from '@concert/design-system/save-file.ts';
import type { ToastMessage } from '@concert/design-system/toast.tsx';
import { useAct } from '@concert/web-kit/reading/use-act.ts';
import { texts } from './panel-texts.ts';

const words = texts.disputeFile;

/** Saves what belongs in an answer to a dispute, as one PDF and one text. */
export function DisputeFile({ bookingId, onDone }: { bookingId: string; onDone: (said: ToastMessage) => void }) {
  const { act, busy, failure } = useAct(disputeFileRoutes.makeDisputeFile);
  const make = async () => {
    const made = await act({ params: { bookingId } });
    if (!made.ok) return;
    const pdf = Uint8Array.from(atob(made.value.pdf), (byte) => byte.charCodeAt(0));
    saveFile(new Blob([pdf], { type: 'application/pdf' }), `dispute-${bookingId}.pdf`);
    saveFile(new Blob([made.value.text], { type: 'text/plain;charset=utf-8' }), `dispute-${bookingId}.txt`);
    onDone({ tone: 'good', text: words.done });
  };
  return (
    <>
      {failure && <Notice tone="bad" live="assertive" title={words.failed(failure)} />}
      <Button variant="secondary" busy={busy} busyText={words.busy} onClick={() => void make()}>
        {words.button}
      </Button>
    </>
  );
}
