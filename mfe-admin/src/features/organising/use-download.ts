import type { InputOf, Route } from '@concert/contracts/core/route';
import { saveFile } from '@concert/design-system/save-file.ts';
import { showToast } from '@concert/design-system/toast.tsx';
import { fetchFile } from '@concert/web-kit/fetch-file.ts';
import { useProven } from '@concert/web-kit/reading/proof.ts';
import { useEffect, useRef, useState } from 'react';

/** One download of a route's file at a time; it ends with the page. @param done what is said when the browser has it */
export function useDownload<R extends Route>(route: R, fileName: string, done: string) {
  const proven = useProven();
  const [state, setState] = useState<'busy' | 'failed'>();
  const running = useRef<AbortController>(undefined);
  const last = useRef<InputOf<R>>(undefined);
  useEffect(() => () => running.current?.abort(), []);

  const start = (input: InputOf<R>) => {
    const stop = new AbortController();
    running.current = stop;
    last.current = input;
    const download = async () => {
      setState('busy');
      const result = await fetchFile(route, input, stop.signal);
      // While somebody is asked who they are, nothing comes. Who did not want to say it has seen why.
      setState(result.ok || result.problem.code === 'request.sign_in_again' ? undefined : 'failed');
      return result;
    };
    void proven(download).then((result) => {
      if (!result.ok) return;
      saveFile(result.value, fileName);
      showToast({ tone: 'good', text: done });
    });
  };
  return { state, start, again: () => last.current && start(last.current) };
}
