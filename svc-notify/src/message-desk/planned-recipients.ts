import type { MessageRunId } from '@concert/contracts/core/ids';
import type { Ids } from '@concert/service-kit/process/clock';
import type { PlannedRecipient } from '../message-runs/mongo-recipients.ts';
import type { Addressee } from './resolve-audience.ts';

/** A recipient of a run for each person. @param hashOf makes a key that does not reveal the address */
export function plannedRecipients(
  runId: MessageRunId,
  people: readonly Addressee[],
  ids: Ids,
  hashOf: (key: string) => string,
): PlannedRecipient[] {
  return people.map(({ key, readerKind, people: of, signUp }) => ({
    id: ids.next('recipient'),
    runId,
    addressHash: hashOf(key),
    readerKind,
    people: of,
    signUp,
    state: 'planned',
    calledAt: null,
    calledBy: null,
  }));
}
