import type { Environment } from '../dev/system/live-keys.ts';

/** Who emails come from, and where their replies go. */
export const mailFrom = (env: Environment): string => env.MAIL_FROM || 'tickets@concert.example';
export const contactEmail = (env: Environment): string => env.CONTACT_EMAIL || 'organisers@concert.example';
