import { z } from 'zod';

const count = z.coerce.number().int().min(0).max(1_000_000);

/** Faults that can be switched on while the stand-in runs. Counts run down to zero by themselves. */
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
  only: z.string().max(200),
  /** Next events that never reach the webhook. */
  dropWebhooks: count,
  /** Next events sent three times at once. */
  duplicateWebhooks: count,
  /** So many next events are gathered and then sent in reverse order. */
  reorderWebhooks: count,
  /** Milliseconds each new event waits before its first delivery. */
  delayWebhooksMs: count,
  /** Keep every event back until released. */
  holdWebhooks: z.boolean(),
  /** The account is not activated: it may not take payments. */
  chargesOff: z.boolean(),
  /** Rights that restricted keys (rk_…) lack, commas between, as in `rak_webhook_write`. */
  keyLacks: z.string().max(500),
  /** How many webhook endpoints an account may have. */
  mostEndpoints: count,
  /** The bank refuses refunds at once, whatever the card. */
  failRefunds: z.boolean(),
});
export type Faults = z.infer<typeof faultsSchema>;

export const NO_FAULTS: Readonly<Faults> = {
  delayMs: 0,
  failNext: 0,
  failKeptNext: 0,
  failMadeNext: 0,
  silentNext: 0,
  cutNext: 0,
  htmlNext: 0,
  rateLimitSeconds: 0,
  only: '',
  dropWebhooks: 0,
  duplicateWebhooks: 0,
  reorderWebhooks: 0,
  delayWebhooksMs: 0,
  holdWebhooks: false,
  chargesOff: false,
  keyLacks: '',
  mostEndpoints: 16,
  failRefunds: false,
};
