/** What an attack shows by: refusals, and the last, which is let through. Each is logged and counted, under this name. */
export const SECURITY_EVENTS = [
  /** Somebody did not prove who they are: a password, passkey or Google was not accepted. */
  'sign_in_refused',
  /** Somebody was not signed in, or had to prove again who they are. */
  'proof_missing',
  /** Somebody wanted what their account may not do. */
  'forbidden',
  /** Too many requests or tries. */
  'rate_limited',
  /** A page of another site caused a request. */
  'cross_site_refused',
  /** A token between processes was not valid. No honest process sends one. */
  'token_refused',
  /** The secret of a link, out of a mail or a ticket, opened nothing. */
  'link_refused',
  /** A passkey was used whose counter did not grow: it was moved, or somebody has a copy. Its owner is let in and told by mail. */
  'passkey_moved',
] as const;
export type SecurityEvent = (typeof SECURITY_EVENTS)[number];
