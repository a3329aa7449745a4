import type { CopyStore, SealedCopy } from './kept-copies.ts';

/** A sign-out deletes it, with every database of this site that holds nothing unsent (web-kit/storage.ts). */
const DATABASE = 'concert-tickets';
const COPIES = 'copies';

function answered<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(new Error('the device’s store does not answer', { cause: request.error }));
  });
}

/** Copies in the browser's own database. It is closed after each use, so that it can be deleted at any time. */
export function browserCopyStore(): CopyStore {
  const inStore = async <T>(mode: IDBTransactionMode, work: (copies: IDBObjectStore) => Promise<T>): Promise<T> => {
    const request = indexedDB.open(DATABASE, 1);
    request.onupgradeneeded = () => void request.result.createObjectStore(COPIES);
    const database = await answered(request);
    try {
      return await work(database.transaction(COPIES, mode).objectStore(COPIES));
    } finally {
      database.close();
    }
  };
  return {
    get: (name) => inStore('readonly', (copies) => answered(copies.get(name) as IDBRequest<SealedCopy | undefined>)),
    put: (name, copy) => inStore('readwrite', async (copies) => void (await answered(copies.put(copy, name)))),
    delete: (name) => inStore('readwrite', (copies) => answered(copies.delete(name))),
    deleteEnded: (now) =>
      inStore('readwrite', async (copies) => {
        const [names, all] = await Promise.all([answered(copies.getAllKeys()), answered(copies.getAll() as IDBRequest<SealedCopy[]>)]);
        await Promise.all(names.filter((_, index) => all[index]!.until <= now).map((name) => answered(copies.delete(name))));
      }),
  };
}
