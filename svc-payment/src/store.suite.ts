import type { IdKind } from '@concert/contracts/core/ids';
import type { ClientSession } from '@concert/service-kit/store/mongo';
import { numberedId } from '@concert/test-kit/numbered';

/*
 * The promises of a port are tested once, and the tests run over each of its stores: the one in MongoDB and the one in memory that unit
 * tests use. A fake that is more lenient than the database would hide faults.
 */

/** An empty store. */
export interface Store<Port> {
  readonly port: Port;
  /** Runs `work` in one transaction, once: nothing is stored when it throws. */
  transact<T>(work: (transaction: ClientSession) => Promise<T>): Promise<T>;
  now(): Date;
  /** Advances the store's clock. */
  pass(ms: number): void;
}

/** Opens a store for a test. */
export type OpenStore<Port> = () => Promise<Store<Port>>;

let made = 0;
/** An id nobody else has. */
export function freshId<K extends IdKind>(kind: K) {
  made += 1;
  return numberedId(kind, made);
}

/** The error of a promise. @throws when the promise succeeds */
export async function failureOf(work: Promise<unknown>): Promise<unknown> {
  try {
    await work;
  } catch (error) {
    return error;
  }
  throw new Error('it was done, and should not have been');
}

/** Writes in a transaction that fails at its end. */
export async function writeAndRollBack<Port>(store: Store<Port>, work: (transaction: ClientSession) => Promise<unknown>): Promise<void> {
  const fault = new Error('something else went wrong');
  const failure = await failureOf(
    store.transact(async (transaction) => {
      await work(transaction);
      throw fault;
    }),
  );
  if (failure !== fault) throw failure;
}
