import type { InputOf, Route } from '@concert/contracts/core/route';
import { Button } from '@concert/design-system/button.tsx';
import { saveFile } from '@concert/design-system/save-file.ts';
import { showToast } from '@concert/design-system/toast.tsx';
import { fetchFile } from '@concert/web-kit/fetch-file.ts';
import { problemText } from '@concert/web-kit/problem-text.ts';
import { useState } from 'react';
import { texts } from '../../texts.ts';

const words = texts.details;

export interface PdfButtonProps<R extends Route> {
  route: R;
  input: InputOf<R>;
  /** The file's name on the reader's device. */
  name: string;
}

/** Saves tickets as a PDF. It is asked for by a call, because the secret of the link stands in the call's body and in no address. */
export function PdfButton<R extends Route>({ route, input, name }: PdfButtonProps<R>) {
  const [busy, setBusy] = useState(false);
  const save = async () => {
    setBusy(true);
    const file = await fetchFile(route, input);
    setBusy(false);
    if (file.ok) saveFile(file.value, name);
    else showToast({ tone: 'bad', text: words.notSaved(problemText(file.problem)) });
  };
  return (
    <Button variant="secondary" busy={busy} busyText={words.saving} onClick={() => void save()}>
      {words.pdf}
    </Button>
  );
}
