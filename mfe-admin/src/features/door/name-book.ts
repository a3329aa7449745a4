import { MAX_HOLDERS_SHOWN, MAX_LOOK_UPS_TOGETHER, type doorRoutes, type ListedTicket, type LookUp } from '@concert/contracts/booking/door';
import { allTermKeys, fits, nameSearch, openHolders } from '@concert/contracts/booking/name-seal';
import type { Client } from '@concert/web-kit/api-client.ts';
import type { DoorList, WaitingScan } from './door-list.ts';
import type { Vault } from './vault.ts';

const CALL_MS = 10_000;
/** How long to wait before the name list is read again: names change less than tickets. */
export const NAMES_PAUSE_MS = 5 * 60_000;
/** How long a device keeps the name list: one evening. */
const KEPT_MS = 24 * 3_600_000;

/** The name list as this device keeps it: sealed by the service, and encrypted once more by the device's store. */
interface StoredNames {
  readonly salt: string;
  readonly items: readonly { readonly tag: string; readonly sealed: string }[];
}

/** What is known of the list on this device. The list itself is read when somebody is looked up: it is long, and a scan must not wait. */
interface AboutNames {
  readonly mark: string;
  /** When it was read from the server, by this device's clock. */
  readonly readAt: string;
}

/** One ticket of somebody who was found. */
export interface FoundTicket {
  readonly number: number;
  readonly ticketHash: string;
  readonly listed: ListedTicket;
  /** Let in by this device, which has not told the server yet. */
  readonly inside: boolean;
}

/** Somebody who was found by name. */
export interface FoundHolder {
  readonly holder: LookUp['shown'][number];
  readonly name: string;
  readonly tickets: readonly FoundTicket[];
}

export interface Found {
  readonly holders: readonly FoundHolder[];
  /** There are more than are shown: more letters are needed. */
  readonly more: boolean;
}

interface NameBookParts {
  readonly api: Pick<Client<typeof doorRoutes>, 'showNameList' | 'reportLookUps'>;
  readonly vault: Vault;
  readonly now: () => Date;
  readonly newId: () => string;
  /** Whether the list is on this device. */
  readonly onChange: (ready: boolean) => void;
}

/**
 * The names of ticket holders on this device, for people who lost their tickets. A look-up opens what three letters or four digits name, and
 * nothing else; it is written down on this device before anything is shown, and told to the audit log as soon as the server is there.
 */
export class NameBook {
  #about: AboutNames | undefined;
  /** For a device whose store keeps nothing. */
  #unstored: StoredNames | undefined;
  #lookUps: readonly LookUp[] = [];
  #reading = false;
  #reporting = false;
  readonly #parts: NameBookParts;

  constructor(parts: NameBookParts) {
    this.#parts = parts;
  }

  /** Loads what an earlier visit left on the device, unless it is older than an evening. */
  async resume(): Promise<void> {
    const { vault } = this.#parts;
    const [about, lookUps] = await Promise.all([vault.load<AboutNames | null>('about-names'), vault.load<LookUp[]>('look-ups')]).catch(
      () => [],
    );
    this.#lookUps = [...(lookUps ?? []), ...this.#lookUps];
    if (about && this.#parts.now().getTime() - Date.parse(about.readAt) < KEPT_MS) this.#have(about);
    else if (about) await this.forget();
  }

  /** Reads the list when there is none, or when tickets changed since. @param mark that of the tickets as they are now */
  async renew(mark: string, signal?: AbortSignal): Promise<void> {
    const known = this.#about;
    const { now, api } = this.#parts;
    if (this.#reading || (known && (known.mark === mark || now().getTime() - Date.parse(known.readAt) < NAMES_PAUSE_MS))) return;
    this.#reading = true;
    try {
      const items: StoredNames['items'][number][] = [];
      for (let cursor: string | undefined, first = true; first || cursor !== undefined; first = false) {
        const page = await api.showNameList(
          { query: cursor === undefined ? {} : { cursor } },
          { timeoutMs: CALL_MS, ...(signal ? { signal } : {}) },
        );
        if (!page.ok) return;
        items.push(...page.value.items);
        cursor = page.value.next;
        if (cursor !== undefined) continue;
        const { salt, listMark } = page.value;
        const about = { mark: listMark, readAt: now().toISOString() };
        this.#unstored = (await this.#keep('names', { salt, items })) ? undefined : { salt, items };
        await this.#keep('about-names', about);
        this.#have(about);
      }
    } finally {
      this.#reading = false;
    }
  }

  /**
   * Finds holders by three letters of a name or the last four digits of a phone number.
   * @returns undefined for a text that is neither
   */
  async lookUp(
    text: string,
    door: string,
    { list, waiting }: { readonly list?: DoorList; readonly waiting: readonly WaitingScan[] },
  ): Promise<Found | undefined> {
    const search = nameSearch(text);
    const stored = this.#about && (this.#unstored ?? (await this.#parts.vault.load<StoredNames | null>('names').catch(() => undefined)));
    if (!search || !stored) return undefined;
    const { salt, items } = stored;
    const keys = new Map((await allTermKeys(search.term, salt)).map((key) => [key.tag, key]));
    const opened = await Promise.all(items.flatMap(({ tag, sealed }) => (keys.has(tag) ? [openHolders(keys.get(tag)!, sealed)] : [])));
    const fitting = opened.flat().filter(({ name }) => fits(search, name));
    const shown = fitting.toSorted((one, other) => one.name.localeCompare(other.name)).slice(0, MAX_HOLDERS_SHOWN);
    const holders = shown.map(({ holder, name, ticketHashes }): FoundHolder => {
      const tickets = ticketHashes.flatMap((ticketHash, index): FoundTicket[] => {
        const listed = list?.items.find((item) => item.ticketHash === ticketHash);
        const inside = waiting.some((scan) => scan.ticketHash === ticketHash);
        return listed ? [{ number: index + 1, ticketHash, listed, inside }] : [];
      });
      return { holder: holder as FoundHolder['holder'], name, tickets };
    });
    const { newId, now } = this.#parts;
    const lookUp = { lookUpId: newId(), by: search.by, shown: holders.map(({ holder }) => holder), lookedAt: now().toISOString(), door };
    this.#lookUps = [...this.#lookUps, lookUp];
    await this.#keep('look-ups', this.#lookUps);
    void this.report();
    return { holders, more: fitting.length > shown.length };
  }

  /** Tells the audit log what was looked up here. What does not arrive is told again later. */
  async report(): Promise<void> {
    if (this.#reporting) return;
    this.#reporting = true;
    try {
      while (this.#lookUps.length > 0) {
        const batch = this.#lookUps.slice(0, MAX_LOOK_UPS_TOGETHER);
        const told = await this.#parts.api.reportLookUps({ body: { lookUps: batch } }, { timeoutMs: CALL_MS });
        if (!told.ok) return;
        this.#lookUps = this.#lookUps.filter((lookUp) => !batch.includes(lookUp));
        await this.#keep('look-ups', this.#lookUps);
      }
    } finally {
      this.#reporting = false;
    }
  }

  /** Deletes the list on this device; what is not told yet stays. */
  async forget(): Promise<void> {
    this.#about = undefined;
    this.#unstored = undefined;
    this.#parts.onChange(false);
    await this.#keep('names', null);
    await this.#keep('about-names', null);
    await this.#keep('look-ups', this.#lookUps);
  }

  #have(about: AboutNames): void {
    this.#about = about;
    this.#parts.onChange(true);
  }

  /* A device whose store is full or switched off still works as long as its page is open. */
  #keep(name: string, value: unknown): Promise<boolean> {
    return this.#parts.vault.save(name, value).then(
      () => true,
      () => false,
    );
  }
}
