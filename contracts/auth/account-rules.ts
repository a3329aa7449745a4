/** Shortest new password, in characters (NIST SP 800-63B-4 section 3.1.1.2: 15 where it is the only factor). */
export const PASSWORD_MIN = 15;

/** Shape of a single-use secret out of a mail or an address. */
export const LINK_TOKEN = /^[A-Za-z0-9_.-]{20,200}$/;

/** What a person types to have everything erased, so that nobody does it by a slip. */
export const ERASURE_WORD = 'ERASE';

/** How long a sign-in code lives, in seconds. Seats that are held meanwhile are held no longer. */
export const SIGN_IN_CODE_SECONDS = 600;

/** How often a code may be mistyped, the right one included. */
export const CODE_TRIES = 5;
