/**
 * The version of terms and refund rule, as the date in their first line. Kept with each booking, as its page showed it. A change of their words
 * needs another version: mfe-public/content/terms.contract.spec.ts compares both.
 */
export const TERMS_VERSION = '2026-11-29';

/** How a version is written. */
export const TERMS_VERSION_PATTERN = /^\d{4}-\d{2}-\d{2}$/;
