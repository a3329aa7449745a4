import { complimentaryRoutes, MAX_SHEET_BYTES, type ComplimentaryCategory, type SheetRow } from '@concert/contracts/booking/complimentary';
import { invitationRoutes } from '@concert/contracts/booking/invitations';
import type { ResultOf } from '@concert/contracts/core/route';
import { problemText } from '@concert/web-kit/problem-text.ts';
import { useAct } from '@concert/web-kit/reading/use-act.ts';
import { useState } from 'react';
import { decodeText } from './decode-text.ts';
import { texts } from './texts.ts';

const words = texts.sheet;

/** The rows of a sheet with what is wrong with them, before any is added. */
export type Preview = ResultOf<typeof complimentaryRoutes.previewImport>;

/** Rows of a sheet that may be added: those without a fault; of guests who have an entry already, only where that is confirmed. */
export function rowsToAdd({ rows }: Preview, again: boolean): SheetRow[] {
  return rows.filter(({ errors, known }) => errors.length === 0 && (again || known === undefined));
}

export const ticketsOf = (rows: readonly SheetRow[]) => rows.reduce((sum, { notickets }) => sum + Number(notickets), 0);

/** What is wrong with the cells, or with the choice of a file. */
interface Fault {
  readonly at: 'text' | 'file';
  readonly said: string;
}

type Step =
  | { readonly at: 'choose' }
  | { readonly at: 'reading' }
  | { readonly at: 'preview'; readonly preview: Preview; readonly adding: boolean }
  | { readonly at: 'added'; readonly text: string };

/** Reads cells of guests of a group, pasted or out of a file, and adds those that may be added. */
export function useSheetImport(group: ComplimentaryCategory, onAdded: () => void) {
  const looking = useAct(complimentaryRoutes.previewImport);
  const adding = useAct(complimentaryRoutes.importComplimentary);
  const inviting = useAct(invitationRoutes.invite);
  /** The last day to answer, where invitations are sent and not tickets. */
  const [lastDay, setLastDay] = useState<string>();
  const [text, setText] = useState('');
  const [guessed, setGuessed] = useState(false);
  const [step, setStep] = useState<Step>({ at: 'choose' });
  const [fault, setFault] = useState<Fault>();
  const [again, setAgain] = useState(false);

  const change = (changed: string, isGuess = false) => {
    setText(changed);
    setGuessed(isGuess);
    setFault(undefined);
    setAgain(false);
    setStep({ at: 'choose' });
  };

  const read = async (cells: string) => {
    setFault(undefined);
    setAgain(false);
    const wrong = (said: string) => {
      setStep({ at: 'choose' });
      setFault({ at: 'text', said });
    };
    if (cells.trim() === '') return wrong(words.nothing);
    if (new Blob([cells]).size > MAX_SHEET_BYTES) return wrong(words.large(Math.floor(MAX_SHEET_BYTES / 1_000)));
    setStep({ at: 'reading' });
    const result = await looking.act({ body: { group, text: cells } });
    if (!result.ok) return wrong(problemText(result.problem));
    setStep({ at: 'preview', preview: result.value, adding: false });
  };

  const readFile = async (file: File | undefined) => {
    if (!file) return;
    if (!/\.(?:csv|tsv|txt)$/i.test(file.name)) return setFault({ at: 'file', said: words.kind });
    const decoded = decodeText(new Uint8Array(await file.arrayBuffer()));
    change(decoded.text, decoded.guessed);
    await read(decoded.text);
  };

  const add = async (preview: Preview) => {
    const rows = rowsToAdd(preview, again && lastDay === undefined).map(({ name, email2, phoneno, notickets, known }) => ({
      ...{ name, email2, phoneno, notickets: Number(notickets) },
      ...(known ? { second_entry: true } : {}),
    }));
    setFault(undefined);
    setStep({ at: 'preview', preview, adding: true });
    const result = await (lastDay === undefined
      ? adding.act({ body: { group, rows } })
      : inviting.act({ body: { for: 'guests', group, lastDay, rows } }));
    if (!result.ok) {
      setStep({ at: 'preview', preview, adding: false });
      return setFault({ at: 'text', said: words.notAdded(problemText(result.problem)) });
    }
    const { value } = result;
    const text =
      'made' in value ? words.invited(value.made, value.seats, value.skipped) : words.added(value.added, value.tickets, value.skipped);
    change('');
    setStep({ at: 'added', text });
    onAdded();
  };

  const leave = () => setStep({ at: 'choose' });
  return { text, change, guessed, step, fault, again, setAgain, lastDay, setLastDay, read, readFile, add, leave };
}
