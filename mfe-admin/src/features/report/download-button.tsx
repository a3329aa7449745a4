import { bookingRoutes } from '@concert/contracts/booking/http';
import { EXPORT_FILE } from '@concert/contracts/booking/reports';
import { Button } from '@concert/design-system/button.tsx';
import { ReadFailed } from '@concert/design-system/read.tsx';
import { useSession } from '@concert/web-kit/session.tsx';
import { useDownload } from '../organising/use-download.ts';
import { formatCount } from './money.ts';
import { texts } from './texts.ts';

const words = texts.download;

/** The download of all bookings, or of those with some ids. */
export function useReportDownload() {
  const { session } = useSession();
  const { start, ...download } = useDownload(bookingRoutes.exportBookings, EXPORT_FILE, words.done);
  const email = session?.email ?? '';
  return { ...download, start: (ids?: readonly string[]) => start({ body: { email, ...(ids ? { ids: [...ids] } : {}) } }) };
}

type Download = ReturnType<typeof useReportDownload>;

interface DownloadButtonsProps {
  readonly download: Download;
  readonly total: number | undefined;
  readonly found: readonly string[] | undefined;
}

/**
 * Downloads all bookings, and beside it those that a search found: what each press gives is said before it.
 * @param total how many bookings there are, once that is known
 * @param found the ids of the shown rows, while a search or filter leaves others out
 */
export function DownloadButtons({ download: { state, start }, total, found }: DownloadButtonsProps) {
  const busy = state === 'busy';
  return (
    <>
      {found && found.length > 0 && (
        <Button variant="secondary" disabled={busy} onClick={() => start(found)}>
          {words.found(formatCount(found.length))}
        </Button>
      )}
      <Button busy={busy} busyText={words.busy} onClick={() => start()}>
        {words.button}
        {total ? words.all(formatCount(total)) : ''}
      </Button>
    </>
  );
}

/** Why there is no download. */
export function DownloadFailed({ state, again }: Download) {
  return state === 'failed' && <ReadFailed words={words} failure={words.failedText} again={again} />;
}
