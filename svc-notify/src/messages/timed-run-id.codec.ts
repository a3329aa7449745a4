import { createHash } from 'node:crypto';
import { idFromBytes, type MessageRunId } from '@concert/contracts/core/ids';
import type { TimedMessage } from '@concert/contracts/notify/timed-messages';
import { eveningDayOf, type EveningStart } from './timed-message.ts';

/** The id of the run that sends it for the evening: the same for whoever works it out, so that it is planned once. */
export function runIdOf(message: TimedMessage, concert: EveningStart): MessageRunId {
  return idFromBytes(
    'messageRun',
    createHash('sha256')
      .update(`${message} ${eveningDayOf(concert)}`)
      .digest(),
  );
}
