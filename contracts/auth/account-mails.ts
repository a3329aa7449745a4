/** Kinds of mails about an account. */
export const ACCOUNT_MAILS = [
  'verification',
  'password-reset',
  'sign-in-code',
  'account-exists',
  'password-changed',
  'new-place',
  'passkey-added',
  'passkey-moved',
  'passkeys-removed',
  'approval-asked',
  'big-action',
  'approval-rule-changed',
] as const;
export type AccountMailKind = (typeof ACCOUNT_MAILS)[number];
