/** Paths of routes that keep the bytes of signed messages, as handlers declare them. */
export const signedPaths = new Set<string>();

/** Paths of routes that take a body of any kind and look at none of it. */
export const ignoredBodyPaths = new Set<string>();
