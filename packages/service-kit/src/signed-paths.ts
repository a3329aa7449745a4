/** Paths of routes that keep the bytes of signed messages, as handlers declare them. */
export const signedPaths = new Set<string>();
