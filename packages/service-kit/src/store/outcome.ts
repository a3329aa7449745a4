/** What became of one request among several. */
export type Outcome<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: unknown };

/** What became of a message: its effect was stored now, or had been stored before. */
export type InboxResult = 'done' | 'repeat';
