import type { ConcertView } from '@concert/contracts/booking/http';
import { isDateToFollow } from '@concert/contracts/booking/postponement';

/** What a ticket page showed last, for times without network. */
export interface KeptCopy<B> {
  readonly bookings: readonly B[];
  readonly concert: ConcertView;
  readonly keptAt: string;
}

/** The address of a ticket page: whoever has it sees the tickets, with network as without. */
export interface TicketAddress {
  readonly reference: string;
  readonly capability: string;
}

/** A copy as it lies on the device. */
export interface SealedCopy {
  readonly iv: Uint8Array<ArrayBuffer>;
  readonly bytes: ArrayBuffer;
  /** When it is deleted, in epoch milliseconds. */
  readonly until: number;
}

/** Where copies lie; each call may fail, where a browser keeps nothing. */
export interface CopyStore {
  get(name: string): Promise<SealedCopy | undefined>;
  put(name: string, copy: SealedCopy): Promise<void>;
  delete(name: string): Promise<void>;
  /** Deletes copies whose time is over. */
  deleteEnded(now: number): Promise<void>;
}

const DAY_MS = 86_400_000;
/** How long tickets are kept after the concert began. */
const AFTER_CONCERT_MS = 2 * DAY_MS;
/** How long they are kept while its new date is to follow. */
const WITHOUT_DATE_MS = 30 * DAY_MS;

/**
 * Copies of ticket pages, each sealed with a key that is made of its own address: a copy of the browser's files, or the page opened under
 * another address, shows nobody the tickets. Nothing here throws; without a copy the page says what it said before.
 */
export class KeptCopies {
  readonly #store: CopyStore;
  readonly #now: () => number;

  constructor(store: CopyStore, now: () => number) {
    this.#store = store;
    this.#now = now;
  }

  async keep<B>(address: TicketAddress, bookings: readonly B[], concert: ConcertView): Promise<void> {
    const now = this.#now();
    const until = isDateToFollow(concert) ? now + WITHOUT_DATE_MS : Date.parse(concert.startsAt) + AFTER_CONCERT_MS;
    try {
      await this.#store.deleteEnded(now);
      const { name, key } = await derived(address);
      if (until <= now) return await this.#store.delete(name);
      const copy: KeptCopy<B> = { bookings, concert, keptAt: new Date(now).toISOString() };
      const iv = crypto.getRandomValues(new Uint8Array(12));
      const text: Uint8Array<ArrayBuffer> = new TextEncoder().encode(JSON.stringify(copy));
      await this.#store.put(name, { iv, bytes: await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, key, text), until });
    } catch {
      // Blocked or full.
    }
  }

  async find<B>(address: TicketAddress): Promise<KeptCopy<B> | undefined> {
    try {
      await this.#store.deleteEnded(this.#now());
      const { name, key } = await derived(address);
      const sealed = await this.#store.get(name);
      if (!sealed) return undefined;
      const bytes = await crypto.subtle.decrypt({ name: 'AES-GCM', iv: sealed.iv }, key, sealed.bytes);
      return JSON.parse(new TextDecoder().decode(bytes)) as KeptCopy<B>;
    } catch {
      return undefined;
    }
  }

  async drop(address: TicketAddress): Promise<void> {
    await derived(address)
      .then(({ name }) => this.#store.delete(name))
      .catch(() => undefined);
  }
}

/** Name and key of a copy; the capability is random enough that one plain hash will do. */
async function derived({ reference, capability }: TicketAddress): Promise<{ name: string; key: CryptoKey }> {
  const hash = (purpose: string) => crypto.subtle.digest('SHA-256', new TextEncoder().encode([purpose, reference, capability].join('\n')));
  const [name, secret] = await Promise.all([hash('name'), hash('key')]);
  return {
    name: Array.from(new Uint8Array(name), (byte) => byte.toString(16).padStart(2, '0')).join(''),
    key: await crypto.subtle.importKey('raw', secret, 'AES-GCM', false, ['encrypt', 'decrypt']),
  };
}
