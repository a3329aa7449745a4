import { WRITTEN_PURPOSES, type WrittenPurpose } from '@concert/contracts/notify/message-runs';
import type { PagePath } from '@concert/contracts/site/pages';
import { TIMED_MESSAGES, type TimedMessage } from '@concert/contracts/notify/timed-messages';

/** What the page of message runs shows, as it stands in the address. */
export type ShownRuns =
  | { readonly what: 'list' }
  | { readonly what: 'new'; readonly purpose: WrittenPurpose }
  | { readonly what: 'timed'; readonly message: TimedMessage }
  | { readonly what: 'run'; readonly runId: string; readonly isChanged: boolean };

/** Reads the address; what it does not know is the list. */
export function shownIn(query: URLSearchParams): ShownRuns {
  const purpose = WRITTEN_PURPOSES.find((each) => each === query.get('new'));
  const message = TIMED_MESSAGES.find((each) => each === query.get('timed'));
  if (message) return { what: 'timed', message };
  const runId = query.get('run');
  if (purpose) return { what: 'new', purpose };
  return runId ? { what: 'run', runId, isChanged: query.has('change') } : { what: 'list' };
}

/** The list of all message runs. */
export const LIST_PATH: PagePath = '/messages';

export const newPath = (purpose: WrittenPurpose): string => `${LIST_PATH}?new=${purpose}`;
export const timedPath = (message: TimedMessage): string => `${LIST_PATH}?timed=${message}`;
export const runPath = (runId: string): string => `${LIST_PATH}?run=${runId}`;
export const editDraftPath = (runId: string): string => `${runPath(runId)}&change`;
