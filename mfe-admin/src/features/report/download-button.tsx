import { bookingRoutes } from '@concert/contracts/booking/http';
import { EXPORT_FILE } from '@concert/contracts/booking/reports';
import { Button } from '@concert/design-system/button.tsx';
import { ReadFailed } from '@concert/design-system/read.tsx';
import { saveFile } from '@concert/design-system/save-file.ts';
import { showToast } from '@concert/design-system/toast.tsx';
import { fetchFile } from '@concert/web-kit/fetch-file.ts';
import { useProven } from '@concert/web-kit/reading/proof.ts';
import { useSession } from '@concert/web-kit/session.tsx';
import { useEffect, useRef, useState } from 'react';
import { formatCount } from './money.ts';
import { texts } from './texts.ts';

const words = texts.download;

/** One download at a time; it ends with the page. */
export function useDownload() {
  const { session } = useSession();
  const proven = useProven();
  const [state, setState] = useState<'busy' | 'failed'>();
  const running = useRef<AbortController>(undefined);
  const last = useRef<readonly string[]>(undefined);
  useEffect(() => () => running.current?.abort(), []);

  const start = (ids?: readonly string[]) => {
    const stop = new AbortController();
    running.current = stop;
    last.current = ids;
    const download = async () => {
      setState('busy');
      const body = { email: session?.email ?? '', ...(ids ? { ids: [...ids] } : {}) };
      const result = await fetchFile(bookingRoutes.exportBookings, { body }, stop.signal);
      // While somebody is asked who they are, nothing comes. Who did not want to say it has seen why.
      setState(result.ok || result.problem.code === 'request.sign_in_again' ? undefined : 'failed');
      return result;
    };
    void proven(download).then((result) => {
      if (!result.ok) return;
      saveFile(result.value, EXPORT_FILE);
      showToast({ tone: 'good', text: words.done });
    });
  };
  return { state, start, again: () => start(last.current) };
}

export type Download = ReturnType<typeof useDownload>;

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
