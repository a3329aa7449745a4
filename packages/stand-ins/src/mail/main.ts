import { hostsIn } from '../host-check.ts';
import { startMailSink } from './sink.ts';

const { INSTANCE_ID, STANDIN_HOST, STANDIN_HOSTS, STANDIN_PORT, STANDIN_SMTP_PORT, STANDIN_DATA_FILE } = process.env;
const { EVENT_WEBHOOK_URL, EVENT_TYPES, EVENT_SIGNING_KEY } = process.env;
const port = Number(STANDIN_PORT ?? 8180);
if (!Number.isInteger(port) || port < 0 || port > 65_535) {
  process.stderr.write('STANDIN_PORT must be a port number\n');
  process.exit(1);
}

const sink = await startMailSink({
  port,
  hosts: hostsIn(STANDIN_HOSTS),
  instance: INSTANCE_ID,
  ...(STANDIN_HOST ? { host: STANDIN_HOST } : {}),
  ...(STANDIN_SMTP_PORT ? { smtpPort: Number(STANDIN_SMTP_PORT) } : {}),
  ...(STANDIN_DATA_FILE ? { dataFile: STANDIN_DATA_FILE } : {}),
  ...(EVENT_WEBHOOK_URL ? { eventWebhookUrl: EVENT_WEBHOOK_URL } : {}),
  ...(EVENT_TYPES ? { eventTypes: EVENT_TYPES.split(',') } : {}),
  ...(EVENT_SIGNING_KEY ? { eventKey: EVENT_SIGNING_KEY } : {}),
});
process.stdout.write(`Mailbox on ${sink.url}\n`);

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    void sink.close().then(() => process.exit(0));
  });
}
