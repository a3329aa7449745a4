import {
  complimentaryRoutes,
  type ComplimentaryCategory,
  type EntryStatus,
  type EntryView,
} from '@concert/contracts/booking/complimentary';
import type { ResultOf } from '@concert/contracts/core/route';
import { usePages } from '@concert/web-kit/reading/use-pages.ts';
import { useState } from 'react';

/** The search in the list; it stands in the page's address. */
export interface Question {
  readonly search: string;
  readonly status: EntryStatus | '';
}

/** While a mail is on its way, the list is read again this often, and this long at most. */
const MAILS_UNDER_WAY = {
  while: (entries: readonly EntryView[] | undefined) => entries?.some(({ status }) => status === 'Submitted') ?? false,
  firstMs: 3_000,
  forMs: 60_000,
};

/** Entries of a group, newest first, page by page, and what it may give away, whatever the search. */
export function useEntries(group: ComplimentaryCategory, { search, status }: Question) {
  const list = usePages(complimentaryRoutes.listComplimentary, {
    input: (cursor) => ({ query: { group, search: search || undefined, status: status || undefined, cursor } }),
    idOf: ({ id }) => id,
    follow: MAILS_UNDER_WAY,
  });
  const [answer, setAnswer] = useState<ResultOf<typeof complimentaryRoutes.listComplimentary>>();
  if (list.answer !== undefined && list.answer !== answer) setAnswer(list.answer);
  return { list, allotment: answer?.allotment };
}
