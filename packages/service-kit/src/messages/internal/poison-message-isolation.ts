import { PermanentMessageError } from '../../process/errors.ts';
import type { Inbox } from '../inbox.ts';

/** A message whose handling was begun this often, and never ended, is what kills its consumers. */
const MAX_BEGUN = 5;

/**
 * Handles messages one at a time, over all queues of the process. Each is noted as begun before it is handled, so that what a dying process
 * leaves behind tells which message it had begun; those that only waited beside it are not blamed.
 */
export class PoisonMessageIsolation {
  private last: Promise<unknown> = Promise.resolve();

  constructor(private readonly inbox: Pick<Inbox, 'noteBegun'>) {}

  /** @throws PermanentMessageError without handling a message that was begun too often */
  handle<T>(purpose: string, id: string, work: () => Promise<T>): Promise<T> {
    const turn = this.last.then(async () => {
      if ((await this.inbox.noteBegun(purpose, id)) > MAX_BEGUN) throw new PermanentMessageError('its consumer kept dying');
      return work();
    });
    this.last = turn.catch(() => undefined);
    return turn;
  }
}
