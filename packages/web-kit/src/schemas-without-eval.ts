// Zod would compile its schemas with `new Function`, which the page's content policy refuses and reports. The setting
// is one for the whole page, kept by zod under this name, and is read when a schema is made: so this file is imported
// before any contract, and without zod itself, which the first page does not need.
const page = globalThis as { __zod_globalConfig?: { jitless?: boolean } };
(page.__zod_globalConfig ??= {}).jitless = true;
