import { config } from 'zod/v4/core';

// Zod would compile its schemas with `new Function`, which the page's content policy refuses and reports. The setting
// is one for the whole page and is read when a schema is made, so this file is imported before any contract.
config({ jitless: true });
