import { hostsIn } from '../host-check.ts';
import { startStripeStandin } from './standin.ts';

const {
  INSTANCE_ID,
  STANDIN_HOST,
  STANDIN_HOSTS,
  STANDIN_PORT,
  STANDIN_DATA_FILE,
  STANDIN_REQUESTS_PER_SECOND,
  WEBHOOK_URL,
  WEBHOOK_SECRET,
  WEBHOOK_TYPES,
  PUBLIC_URL,
} = process.env;
const port = Number(STANDIN_PORT ?? 8190);
if (!Number.isInteger(port) || port < 0 || port > 65_535) {
  process.stderr.write('STANDIN_PORT must be a port number\n');
  process.exit(1);
}
if (WEBHOOK_URL && !WEBHOOK_SECRET) {
  process.stderr.write('WEBHOOK_SECRET must be set when WEBHOOK_URL is\n');
  process.exit(1);
}

const standin = await startStripeStandin({
  port,
  hosts: hostsIn(STANDIN_HOSTS),
  instance: INSTANCE_ID,
  ...(STANDIN_HOST ? { host: STANDIN_HOST } : {}),
  ...(STANDIN_DATA_FILE ? { dataFile: STANDIN_DATA_FILE } : {}),
  ...(STANDIN_REQUESTS_PER_SECOND ? { requestsPerSecond: Number(STANDIN_REQUESTS_PER_SECOND) } : {}),
  ...(WEBHOOK_URL ? { webhookUrl: WEBHOOK_URL, webhookSecret: WEBHOOK_SECRET ?? '' } : {}),
  ...(WEBHOOK_TYPES ? { webhookTypes: WEBHOOK_TYPES.split(',') } : {}),
  ...(PUBLIC_URL ? { publicUrl: PUBLIC_URL } : {}),
});
process.stdout.write(`Stripe stand-in on ${standin.url}\n`);

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    void standin.close().then(() => process.exit(0));
  });
}
