import { TextDecoder, TextEncoder } from 'node:util';

/* Every browser has these; jsdom does not, and the router asks for the first two when it is loaded. */
Object.assign(globalThis, { TextDecoder, TextEncoder });
Object.assign(performance, { getEntriesByType: () => [] });
