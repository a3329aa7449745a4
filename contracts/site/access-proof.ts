import type { EvidencePage } from './access-pages.ts';
import type { AccessTestName } from './access-tests.ts';

type Pages = 'all' | { readonly only: readonly EvidencePage[] } | { readonly except: readonly EvidencePage[] };

/** How a criterion was shown to be met on some pages, or why it is not about them. */
export interface Evidence {
  readonly pages: Pages;
  readonly tests?: readonly AccessTestName[];
  /** What a person looked at and saw, and when. */
  readonly seen?: { readonly what: string; readonly on: string };
  /** Why the criterion has nothing to say of these pages. */
  readonly notApplicable?: string;
}

/** The checker looks at every page in one of these. */
export const AXE = ['axe', 'axeUnknown', 'axeBesides'] as const;
/** A review. @param on the day, as `YYYY-MM-DD` */
export const seen = (on: string, what: string) => ({ seen: { what, on } });
/** Where a criterion has nothing to say. */
export const notApplicable = (why: string) => ({ notApplicable: why });
