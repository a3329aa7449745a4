import { useState } from 'react';

/** One key for one press: the same request keeps its key until its outcome is known, so that pressing twice adds nobody twice. */
export class AttemptKeys {
  #request: string | undefined;
  #key = '';

  keyFor(request: unknown): string {
    const written = JSON.stringify(request);
    if (this.#request !== written) {
      this.#request = written;
      this.#key = crypto.randomUUID();
    }
    return this.#key;
  }

  /** The outcome is known: the next try is a new request even when it says the same. */
  settle(): void {
    this.#request = undefined;
  }
}

/** The keys of one screen. */
export function useAttemptKeys(): AttemptKeys {
  return useState(() => new AttemptKeys())[0];
}
