import type { InputOf, Route } from '@concert/contracts/core/route';
import { Button } from '@concert/design-system/button.tsx';
import { saveFile } from '@concert/design-system/save-file.ts';
import { showToast } from '@concert/design-system/toast.tsx';
import { fetchFile } from '@concert/web-kit/fetch-file.ts';
import { problemText } from '@concert/web-kit/problem-text.ts';
import { useState } from 'react';
import { texts } from '../../texts.ts';

const words = texts.details;

interface SaveTicketsProps<R extends Route> {
  route: R;
  input: InputOf<R>;
  /** Names the file on the reader's device, without its ending. */
  file: string;
}

/** Saves what a page shows as a PDF, or prints it. The PDF is asked for by a call, because the secret of the link stands in the call's body and in no address. */
export function SaveTickets<R extends Route>({ route, input, file: name }: SaveTicketsProps<R>) {
  const [busy, setBusy] = useState(false);
  const save = async () => {
    setBusy(true);
    const file = await fetchFile(route, input);
    setBusy(false);
    if (file.ok) saveFile(file.value, `${name}.pdf`);
    else showToast({ tone: 'bad', text: words.notSaved(problemText(file.problem)) });
  };
  return (
    <>
      <Button variant="secondary" busy={busy} busyText={words.saving} onClick={() => void save()}>
        {words.pdf}
      </Button>
      <Button variant="secondary" onClick={() => window.print()}>
        {words.print}
      </Button>
    </>
  );
}
