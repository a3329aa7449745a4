import { WRITTEN_PURPOSES, type WrittenPurpose } from '@concert/contracts/notify/message-runs';
import { pathOf } from '../desk-line/parts.ts';

/** What the part of message runs shows, as it stands in the address. */
export type Shown =
  | { readonly what: 'list' }
  | { readonly what: 'new'; readonly purpose: WrittenPurpose }
  | { readonly what: 'run'; readonly runId: string; readonly isChanged: boolean };

/** Reads the address; what it does not know is the list. */
export function shownIn(query: URLSearchParams): Shown {
  const purpose = WRITTEN_PURPOSES.find((each) => each === query.get('new'));
  const runId = query.get('run');
  if (purpose) return { what: 'new', purpose };
  return runId ? { what: 'run', runId, isChanged: query.has('change') } : { what: 'list' };
}

/** The list of all message runs. */
export const LIST_PATH = pathOf('runs');

export const newPath = (purpose: WrittenPurpose): string => `${LIST_PATH}&new=${purpose}`;
export const runPath = (runId: string): string => `${LIST_PATH}&run=${runId}`;
export const editDraftPath = (runId: string): string => `${runPath(runId)}&change`;
