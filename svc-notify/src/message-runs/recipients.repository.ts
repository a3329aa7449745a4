import type { MessageRunId, RecipientId, UserId } from '@concert/contracts/core/ids';
import type { ClientSession } from '@concert/service-kit/store/mongo';
import { token } from '@concert/service-kit/process/provide';
import type { Recipient } from './message-run.ts';

export const RECIPIENTS = token<RecipientsRepository>('RecipientsRepository');

/** A recipient with what tells its address from others, where that is not known to be so. */
export type PlannedRecipient = Recipient & { readonly addressHash?: string };

export interface RecipientsRepository {
  /** Stores the recipients of a run. The database refuses a second one with the same address. */
  plan(recipients: readonly PlannedRecipient[], transaction: ClientSession): Promise<void>;
  byId(id: RecipientId): Promise<Recipient | undefined>;
  /** Those that exist, in any order. */
  byIds(ids: readonly RecipientId[]): Promise<Recipient[]>;
  /** Recipients of a run who have no mail yet, in the order of their ids. @param after the id that a page before ended with */
  planned(runId: MessageRunId, after: string, most: number, transaction?: ClientSession): Promise<Recipient[]>;
  /** Drops those of a run who have no mail yet. @returns how many */
  dropPlanned(runId: MessageRunId, transaction: ClientSession): Promise<number>;
  /** Those of a run whom somebody called, and of the others those named. */
  toldOf(runId: MessageRunId, ids: readonly RecipientId[], transaction: ClientSession): Promise<Recipient[]>;
  markPosted(ids: readonly RecipientId[], transaction: ClientSession): Promise<void>;
  /** Forgets what the addresses of a run are told by, once nobody waits to be mailed. */
  forgetAddresses(runId: MessageRunId, transaction: ClientSession): Promise<void>;
  /** Whom somebody called, of some runs. */
  called(runIds: readonly MessageRunId[]): Promise<Pick<Recipient, 'id' | 'runId'>[]>;
  /** Notes a call. @returns false when one was noted before */
  noteCall(id: RecipientId, by: UserId, at: Date, transaction: ClientSession): Promise<boolean>;
}
