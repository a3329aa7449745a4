/** The specification's keys of the browser's local storage (section 3), and beside them a choice of seats, a gift and payments in other tabs. */
export const STORAGE_KEYS = [
  'name',
  'email',
  'phoneno',
  'notickets',
  'amount',
  'currency',
  'seating',
  'companions',
  'gift',
  'userbookingid',
  'other_payments',
  'page_redirect',
  'page_redirect_from_mobile',
  'token',
] as const;
export type StorageKey = (typeof STORAGE_KEYS)[number];

/**
 * Values that could not be stored because storage is blocked or full. They last as long as the page does, which is enough for everything
 * but a return from another site.
 */
const unstored = new Map<StorageKey, string>();

/** The stored text, or null when there is none or storage is blocked. Never throws. */
export function recall(key: StorageKey): string | null {
  const kept = unstored.get(key);
  if (kept !== undefined) return kept;
  try {
    return window.localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Stores a text. Returns false when it will last only as long as this page (storage blocked or full). Never throws. */
export function remember(key: StorageKey, value: string): boolean {
  try {
    window.localStorage.setItem(key, value);
    unstored.delete(key);
    return true;
  } catch {
    unstored.set(key, value);
    return false;
  }
}

/** End of the names of databases that hold what was not sent to the server yet; they survive a sign-out. */
export const UNSENT_SUFFIX = '-unsent';

/**
 * Deletes what this browser keeps for the person who signs out: everything under the keys, and the browser's databases except those with
 * something not sent yet. Never throws.
 */
export async function forgetPerson(): Promise<void> {
  forget(...STORAGE_KEYS);
  try {
    const databases = await window.indexedDB.databases();
    for (const { name } of databases) if (name && !name.endsWith(UNSENT_SUFFIX)) window.indexedDB.deleteDatabase(name);
  } catch {
    // Blocked storage holds nothing, and a browser that cannot list its databases has made none here.
  }
}

/** Removes what is stored under these keys. Never throws. */
export function forget(...keys: readonly StorageKey[]): void {
  for (const key of keys) {
    unstored.delete(key);
    try {
      window.localStorage.removeItem(key);
    } catch {
      // Blocked storage holds nothing that could be removed.
    }
  }
}
