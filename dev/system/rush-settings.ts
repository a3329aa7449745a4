import type { SystemOptions } from './system.ts';

/** Everybody comes from an address of their own; what providers keep is not measured. */
export const RUSH_SETTINGS: NonNullable<SystemOptions['settings']> = {
  gateway: {
    TRUSTED_PROXIES: 'loopback',
    RATE_LIMIT_PER_MINUTE: '100000000',
    RATE_LIMIT_AUTH_PER_MINUTE: '100000000',
    HTTP_MOST_UNDER_WAY_PER_NETWORK: '100000',
  },
  payments: { STANDIN_DATA_FILE: '' },
  mailbox: { STANDIN_DATA_FILE: '' },
};
