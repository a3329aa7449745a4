import { z } from 'zod';
import { count, flag } from '../faults.ts';

/** Faults that can be switched on while the stand-in runs; at first none is. Counts run down to zero by themselves. */
export const faultsSchema = z.object({
  /** Milliseconds each API request waits before it is looked at. */
  delayMs: count,
  /** Next requests answered 500 before anything was carried out or stored. */
  failNext: count,
  /** Next requests with an idempotency key answered 500 with nothing made; the key gets this answer from then on. */
  failKeptNext: count,
  /** Next requests with an idempotency key carried out and yet answered 500; the key gets this answer from then on. */
  failMadeNext: count,
  /** Next requests carried out and stored under their idempotency key, but never answered. */
  silentNext: count,
  /** Next requests carried out, then the connection is cut. */
  cutNext: count,
  /** Next requests carried out, then answered with a page of HTML, as a proxy on the way does. */
  htmlNext: count,
  /** For so many seconds from now the API answers 429. */
  rateLimitSeconds: count,
  /** Faults of requests touch only 'METHOD /path', or what begins so when it ends in a slash; empty touches all. */
  only: z.string().max(200).default(''),
  /** Next events that never reach the webhook. */
  dropWebhooks: count,
  /** Next events sent three times at once. */
  duplicateWebhooks: count,
  /** So many next events are gathered and then sent in reverse order. */
  reorderWebhooks: count,
  /** Milliseconds each new event waits before its first delivery. */
  delayWebhooksMs: count,
  /** Keep every event back until released. */
  holdWebhooks: flag,
  /** The account is not activated: it may not take payments. */
  chargesOff: flag,
  /** Rights that restricted keys (rk_…) lack, commas between, as in `rak_webhook_write`. */
  keyLacks: z.string().max(500).default(''),
  /** How many webhook endpoints an account may have. */
  mostEndpoints: count.default(16),
  /** The bank refuses refunds at once, whatever the card. */
  failRefunds: flag,
});
export type Faults = z.infer<typeof faultsSchema>;
