import { complimentaryRoutes, MAX_SHEET_BYTES, type ComplimentaryCategory, type SheetRow } from '@concert/contracts/booking/complimentary';
import type { ResultOf } from '@concert/contracts/core/route';
import { problemText } from '@concert/web-kit/problem-text.ts';
import { useAct } from '@concert/web-kit/reading/use-act.ts';
import { useRef, useState } from 'react';
import { useSignInAgain } from '../sign-in-again/use-sign-in-again.tsx';
import { texts } from './texts.ts';

const words = texts.sheet;

/** The rows of a sheet with what is wrong with them, before any is added. */
export type Preview = ResultOf<typeof complimentaryRoutes.previewImport>;

/**
 * Which rows of a sheet may be added: those without a fault, and those of guests who already have an entry only where that is confirmed.
 */
export function rowsToAdd({ rows }: Preview, again: boolean): SheetRow[] {
  return rows.filter(({ errors, known }) => errors.length === 0 && (again || known === undefined));
}

export const ticketsOf = (rows: readonly SheetRow[]) => rows.reduce((sum, { notickets }) => sum + Number(notickets), 0);

type Step =
  | { readonly at: 'choose' }
  | { readonly at: 'reading' }
  | { readonly at: 'preview'; readonly preview: Preview; readonly adding: boolean }
  | { readonly at: 'added'; readonly text: string };

/** Reads a sheet of guests of a group, and adds those that may be added. */
export function useSheetImport(group: ComplimentaryCategory, onAdded: () => void) {
  const input = useRef<HTMLInputElement>(null);
  const { proven, dialog } = useSignInAgain();
  const looking = useAct(complimentaryRoutes.previewImport);
  const adding = useAct(complimentaryRoutes.importComplimentary, { through: proven });
  const [step, setStep] = useState<Step>({ at: 'choose' });
  const [fault, setFault] = useState<string>();
  const [again, setAgain] = useState(false);

  const read = async (file: File | undefined) => {
    if (!file) return;
    setFault(undefined);
    setAgain(false);
    const format = /\.(?:csv|tsv|txt)$/i.test(file.name) ? 'csv' : /\.xlsx$/i.test(file.name) ? 'xlsx' : undefined;
    if (!format) return setFault(words.kind);
    if (file.size > MAX_SHEET_BYTES) return setFault(words.large(Math.floor(MAX_SHEET_BYTES / 1_000)));
    setStep({ at: 'reading' });
    const result = await looking.act({ body: { group, format, content: base64Of(new Uint8Array(await file.arrayBuffer())) } });
    if (input.current) input.current.value = '';
    if (result.ok) return setStep({ at: 'preview', preview: result.value, adding: false });
    setStep({ at: 'choose' });
    setFault(problemText(result.problem));
  };

  const add = async (preview: Preview) => {
    const rows = rowsToAdd(preview, again).map(({ name, email2, phoneno, notickets, known }) => ({
      name,
      email2,
      phoneno,
      notickets: Number(notickets),
      ...(known ? { second_entry: true } : {}),
    }));
    const body = { group, rows };
    setFault(undefined);
    setStep({ at: 'preview', preview, adding: true });
    const result = await adding.act({ body });
    if (!result.ok) {
      setStep({ at: 'preview', preview, adding: false });
      return setFault(words.notAdded(problemText(result.problem)));
    }
    setStep({ at: 'added', text: words.added(result.value.added, result.value.tickets, result.value.skipped) });
    onAdded();
  };

  return { input, step, fault, again, setAgain, read, add, leave: () => setStep({ at: 'choose' }), dialog };
}

function base64Of(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += 8_192) text += String.fromCharCode(...bytes.subarray(at, at + 8_192));
  return btoa(text);
}
