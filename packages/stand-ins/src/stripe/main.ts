import { runStandin } from '../run-standin.ts';
import { startStripeStandin } from './standin.ts';

const { WEBHOOK_URL, WEBHOOK_SECRET, WEBHOOK_TYPES, PUBLIC_URL } = process.env;

await runStandin('Stripe stand-in', WEBHOOK_URL ? ['WEBHOOK_SECRET'] : [], (place) =>
  startStripeStandin({
    ...place,
    ...(WEBHOOK_URL ? { webhookUrl: WEBHOOK_URL, webhookSecret: WEBHOOK_SECRET! } : {}),
    ...(WEBHOOK_TYPES ? { webhookTypes: WEBHOOK_TYPES.split(',') } : {}),
    ...(PUBLIC_URL ? { publicUrl: PUBLIC_URL } : {}),
  }),
);
