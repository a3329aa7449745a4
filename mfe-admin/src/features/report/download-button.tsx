import { Button } from '@concert/design-system/button.tsx';
import { Progress } from '@concert/design-system/progress.tsx';
import { ReadFailed } from '@concert/design-system/read.tsx';
import { showToast } from '@concert/design-system/toast.tsx';
import { useSession } from '@concert/web-kit/session.tsx';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useSignInAgain } from '../sign-in-again/use-sign-in-again.tsx';
import { downloadReport, type DownloadState } from './download.ts';
import { formatCount } from './money.ts';
import styles from './report.module.css';
import { texts } from './texts.ts';

const words = texts.download;

export interface Download {
  readonly state: DownloadState | 'failed' | undefined;
  readonly start: () => void;
  readonly stop: () => void;
  /** The question who somebody is. */
  readonly dialog: ReactNode;
}

/** One download at a time; it ends with the page. */
export function useDownload(): Download {
  const { session } = useSession();
  const { proven, dialog } = useSignInAgain();
  const [state, setState] = useState<Download['state']>();
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);

  const start = () => {
    const stop = new AbortController();
    running.current = stop;
    setState({ done: 0, rows: 0 });
    proven(() => downloadReport(session?.email ?? '', setState, stop.signal)).then(
      (result) => {
        // Who did not want to prove who they are has seen why nothing was fetched.
        const over = result.ok || result.problem.code === 'request.sign_in_again';
        setState(over ? undefined : 'failed');
        if (result.ok) showToast({ tone: 'good', text: words.done });
      },
      () => setState(stop.signal.aborted ? undefined : 'failed'),
    );
  };
  return { state, start, stop: () => running.current?.abort(), dialog };
}

export function DownloadButton({ state, start, dialog }: Download) {
  const busy = state !== undefined && state !== 'failed';
  return (
    <>
      <Button busy={busy} busyText={words.busy} onClick={start}>
        {words.button}
      </Button>
      {dialog}
    </>
  );
}

/** The progress of the download, in bookings, or why there is none. */
export function DownloadProgress({ state, start, stop }: Download) {
  if (state === undefined) return null;
  if (state === 'failed') return <ReadFailed words={words} failure={words.failedText} again={start} />;
  return (
    <div className={styles.download}>
      <Progress
        label={words.label}
        value={state.done}
        max={Math.max(1, state.rows)}
        valueText={state.rows === 0 ? words.begins : words.progress(formatCount(state.done), formatCount(state.rows))}
      />
      <Button variant="plain" onClick={stop}>
        {words.stop}
      </Button>
    </div>
  );
}
