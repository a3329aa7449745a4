import type { UserId } from '@concert/contracts/core/ids';
import type { TimedMessage } from '@concert/contracts/notify/timed-messages';
import { token } from '@concert/service-kit/process/provide';
import type { ClientSession } from '@concert/service-kit/store/mongo';
import type { TimedSettings } from './timed-message.ts';

export const TIMED_SETTINGS = token<TimedMessagesRepository>('TimedMessagesRepository');

export interface TimedMessagesRepository {
  /** What was decided about each, usual where nobody decided anything. */
  all(): Promise<Readonly<Record<TimedMessage, TimedSettings>>>;
  /** Stores what somebody decided, if what is stored is one version older. @returns whether it was */
  save(
    message: TimedMessage,
    settings: TimedSettings & { readonly changedAt: Date },
    by: UserId,
    transaction: ClientSession,
  ): Promise<boolean>;
}
