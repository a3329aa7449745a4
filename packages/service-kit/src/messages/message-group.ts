import { AsyncLocalStorage } from 'node:async_hooks';
import type { Envelope } from '@concert/contracts/core/envelope';
import type { ClientSession } from 'mongoose';
import { Batcher, NEVER_REFUSED } from '../store/batcher.ts';
import type { Transactions } from '../store/mongo.ts';
import type { InboxResult, Outcome } from '../store/outcome.ts';

/** Messages committed together. A larger group makes the transaction longer and saves little (`docs/decisions/0048`). */
const MOST = 100;

/** One of the messages that are handled together. */
export interface GroupedMessage<M> {
  readonly message: M;
  /** Runs `work` in the context of this message, so that facts built there carry its correlation, cause and trace. */
  readonly inContext: <T>(work: () => T) => T;
}

/**
 * Stores what messages of one purpose cause, in the transaction that notes them as handled. It may run several times. It gets no
 * repeats, but two messages may be about the same thing. When it throws, nothing is stored for any message, and the group is halved to find the one at fault.
 */
export type GroupEffect<M> = (group: readonly GroupedMessage<M>[], transaction: ClientSession) => Promise<unknown>;

/** Makes a group effect of an effect for one message: the messages are handled in order, each in its own context. */
export function oneByOne<M>(effect: (message: M, transaction: ClientSession) => Promise<unknown>): GroupEffect<M> {
  return async (group, transaction) => {
    for (const { message, inContext } of group) await inContext(() => effect(message, transaction));
  };
}

type Message = Pick<Envelope, 'id'>;

interface Request extends GroupedMessage<Message> {
  readonly effect: GroupEffect<Message>;
}

/** What a group needs of the inbox. */
interface Notes {
  noteAll(purpose: string, ids: readonly string[], transaction: ClientSession): Promise<ReadonlySet<string>>;
}

/** Groups the messages of one purpose, whatever their facts: those that arrive while a transaction runs are handled in the next one. */
export class MessageGroup {
  private readonly batcher: Batcher<Request, InboxResult>;

  constructor(
    private readonly purpose: string,
    private readonly inbox: Notes,
    private readonly transactions: Transactions,
  ) {
    this.batcher = new Batcher({
      // The queue's prefetch bounds how many wait.
      ...NEVER_REFUSED,
      most: MOST,
      commit: (requests) => this.commit(requests),
    });
  }

  handle<M extends Message>(message: M, effect: GroupEffect<M>): Promise<InboxResult> {
    // Each message carries the effect of its handler, so an effect only gets messages of its own kind.
    const request = { message, inContext: AsyncLocalStorage.snapshot(), effect: effect as unknown as GroupEffect<Message> };
    return this.batcher.submit(request);
  }

  private async commit(requests: readonly Request[]): Promise<readonly Outcome<InboxResult>[]> {
    const first = new Map<string, Request>();
    for (const request of requests) if (!first.has(request.message.id)) first.set(request.message.id, request);
    const repeats = await this.transactions.run(async (transaction) => {
      const known = await this.inbox.noteAll(this.purpose, [...first.keys()], transaction);
      const fresh = [...first.values()].filter(({ message }) => !known.has(message.id));
      for (const [effect, group] of Map.groupBy(fresh, ({ effect }) => effect)) await effect(group, transaction);
      return known;
    });
    return requests.map((request): Outcome<InboxResult> => {
      const { id } = request.message;
      return { ok: true, value: repeats.has(id) || first.get(id) !== request ? 'repeat' : 'done' };
    });
  }
}
