import { AsyncLocalStorage } from 'node:async_hooks';
import type { Envelope } from '@concert/contracts/core/envelope';
import type { ClientSession } from 'mongoose';
import { Batcher } from './batcher.ts';
import type { Transactions } from './mongo.ts';
import type { Handled, Outcome } from './outcome.ts';

/** Messages committed together: more make a transaction longer and hardly cheaper (`docs/decisions/0048`). */
const MOST = 100;

/** One of the messages that are handled together. */
export interface GroupedMessage<M> {
  readonly message: M;
  /** Runs `work` in the context of this message, so that facts built there carry its correlation, cause and trace. */
  readonly inContext: <T>(work: () => T) => T;
}

/**
 * Stores what messages of one purpose cause, in the transaction that notes them as handled. It may run several times. Repeats
 * were left out; two messages may be about the same thing.
 * @returns what messages failed for, by their ids, where nothing was stored for these: they alone are not noted. Where it
 *   throws, nothing is stored for any, and the one at fault is searched for
 */
export type GroupEffect<M> = (
  group: readonly GroupedMessage<M>[],
  transaction: ClientSession,
) => Promise<ReadonlyMap<string, unknown> | undefined | void>;

/** The effect of a group where each message has an effect of its own: one after the other, each in its own context. */
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
  takeBack(purpose: string, ids: readonly string[], transaction: ClientSession): Promise<void>;
}

/** Messages of one purpose that come while a transaction runs are handled in the next one, whatever facts they carry. */
export class MessageGroup {
  private readonly batcher: Batcher<Request, Handled>;

  constructor(
    private readonly purpose: string,
    private readonly inbox: Notes,
    private readonly transactions: Transactions,
  ) {
    this.batcher = new Batcher({
      most: MOST,
      // The prefetch of the queue bounds how many wait, and a message waits as long as it takes.
      queue: Infinity,
      patienceMs: Infinity,
      now: () => performance.now(),
      commit: (requests) => this.commit(requests),
    });
  }

  handle<M extends Message>(message: M, effect: GroupEffect<M>): Promise<Handled> {
    // The message goes with its own effect, so the effect never meets another kind of message.
    const request = { message, inContext: AsyncLocalStorage.snapshot(), effect: effect as unknown as GroupEffect<Message> };
    return this.batcher.submit(request);
  }

  private async commit(requests: readonly Request[]): Promise<readonly Outcome<Handled>[]> {
    const first = new Map<string, Request>();
    for (const request of requests) if (!first.has(request.message.id)) first.set(request.message.id, request);
    const { repeats, failures } = await this.transactions.run(async (transaction) => {
      const repeats = await this.inbox.noteAll(this.purpose, [...first.keys()], transaction);
      const failures = new Map<string, unknown>();
      const fresh = [...first.values()].filter(({ message }) => !repeats.has(message.id));
      for (const [effect, group] of Map.groupBy(fresh, ({ effect }) => effect))
        for (const [id, error] of (await effect(group, transaction)) ?? []) failures.set(id, error);
      if (failures.size > 0) await this.inbox.takeBack(this.purpose, [...failures.keys()], transaction);
      return { repeats, failures };
    });
    return requests.map((request): Outcome<Handled> => {
      const { id } = request.message;
      if (failures.has(id)) return { ok: false, error: failures.get(id) };
      return { ok: true, value: repeats.has(id) || first.get(id) !== request ? 'repeat' : 'done' };
    });
  }
}
