import { UNSENT_SUFFIX } from '@concert/web-kit/storage.ts';

/** Stores values on this device so that nobody can read them without this site. */
export interface EncryptedStore {
  load<T>(name: string): Promise<T | undefined>;
  /** Whether something is stored, without reading it. */
  has(name: string): Promise<boolean>;
  save(name: string, value: unknown): Promise<void>;
  /** Deletes everything, the key too. */
  clear(): Promise<void>;
}

const DATABASE = 'concert-door';
const KEYS = 'keys';
const SEALED = 'sealed';
const KEY = 'device';
/** Scans that the server does not know yet: they are stored separately, so that a sign-out does not delete them. */
const WAITING = 'waiting';

interface Sealed {
  readonly iv: Uint8Array<ArrayBuffer>;
  readonly bytes: ArrayBuffer;
}

function answered<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(new Error('the device’s store does not answer', { cause: request.error }));
  });
}

function completed(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(new Error('the device’s store does not keep what it is given', { cause: transaction.error }));
  });
}

/** What the door stores on this device: the list, which a sign-out deletes, and what waits to be sent, which it does not. */
export function openEncryptedStore(): EncryptedStore {
  const [own, unsent] = [openSealed(DATABASE, 'relaxed'), openSealed(`${DATABASE}${UNSENT_SUFFIX}`, 'strict')];
  const keeperOf = (name: string) => (name === WAITING ? unsent : own);
  return {
    load: (name) => keeperOf(name).load(name),
    has: (name) => keeperOf(name).has(name),
    save: (name, value) => keeperOf(name).save(name, value),
    clear: async () => void (await Promise.all([own.clear(), unsent.clear()])),
  };
}

/**
 * Values in one database, encrypted with AES-GCM. The key is made on the device and cannot be read out of it, not even by this page: a copy
 * of the browser's files gives nobody the list.
 * @param durability `strict`: what is saved is on the disk, and not only on its way there, so that it outlives a phone that goes dark
 */
function openSealed(databaseName: string, durability: IDBTransactionDurability): EncryptedStore {
  let opened: Promise<IDBDatabase> | undefined;
  let device: Promise<CryptoKey> | undefined;
  const shut = () => {
    opened = undefined;
    device = undefined;
  };
  const open = async () => {
    const request = indexedDB.open(databaseName, 1);
    request.onupgradeneeded = () => {
      request.result.createObjectStore(KEYS);
      request.result.createObjectStore(SEALED);
    };
    const database = await answered(request);
    // A sign-out, also in another tab, deletes the database, so every open connection has to close.
    database.onversionchange = () => {
      database.close();
      shut();
    };
    return database;
  };
  const begin = async (name: string, mode: IDBTransactionMode) => (await (opened ??= open())).transaction(name, mode, { durability });
  const store = async (name: string, mode: IDBTransactionMode) => (await begin(name, mode)).objectStore(name);

  const key = () => {
    device ??= (async () => {
      const known = (await answered((await store(KEYS, 'readonly')).get(KEY))) as CryptoKey | undefined;
      if (known) return known;
      const made = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt']);
      await answered((await store(KEYS, 'readwrite')).put(made, KEY));
      return made;
    })();
    return device;
  };

  return {
    async load<T>(name: string) {
      const sealed = (await answered((await store(SEALED, 'readonly')).get(name))) as Sealed | undefined;
      if (!sealed) return undefined;
      // Encrypted with a key that is gone, or damaged: it counts as empty.
      const bytes = await crypto.subtle.decrypt({ name: 'AES-GCM', iv: sealed.iv }, await key(), sealed.bytes).catch(() => undefined);
      return bytes && (JSON.parse(new TextDecoder().decode(bytes)) as T);
    },
    has: async (name) => (await answered((await store(SEALED, 'readonly')).count(name))) > 0,
    async save(name, value) {
      const iv = crypto.getRandomValues(new Uint8Array(12));
      const text: Uint8Array<ArrayBuffer> = new TextEncoder().encode(JSON.stringify(value));
      const bytes = await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, await key(), text);
      const transaction = await begin(SEALED, 'readwrite');
      transaction.objectStore(SEALED).put({ iv, bytes } satisfies Sealed, name);
      await completed(transaction);
    },
    async clear() {
      await answered((await store(SEALED, 'readwrite')).clear());
      await answered((await store(KEYS, 'readwrite')).clear());
      device = undefined;
    },
  };
}
