import { useState } from 'react';

/**
 * Idempotency keys of one screen: a request keeps its key until its outcome is known, so that pressing twice or trying again after a lost
 * answer never does anything twice. A different request, or one that was refused, gets a new key.
 */
export class AttemptKeys {
  readonly #open = new Map<string, string>();

  keyFor(request: unknown): string {
    const written = JSON.stringify(request);
    const key = this.#open.get(written) ?? randomKey();
    this.#open.set(written, key);
    return key;
  }

  /** Called when the outcome of a request is known: the next try gets a new key even when it says the same. */
  settle(request: unknown): void {
    this.#open.delete(JSON.stringify(request));
  }
}

/** The keys of one screen, as long as it is shown. */
export function useAttemptKeys(): AttemptKeys {
  return useState(() => new AttemptKeys())[0];
}

/** 128 random bits in hexadecimal digits. `randomUUID` is missing on pages that are not served over https; random bytes are not. */
export function randomKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
