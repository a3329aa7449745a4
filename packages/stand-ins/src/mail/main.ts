import { runStandin } from '../run-standin.ts';
import { startMailSink } from './sink.ts';

const { STANDIN_SMTP_PORT, EVENT_WEBHOOK_URL, EVENT_TYPES, EVENT_SIGNING_KEY } = process.env;

await runStandin('Mailbox', [], (place) =>
  startMailSink({
    ...place,
    ...(STANDIN_SMTP_PORT ? { smtpPort: Number(STANDIN_SMTP_PORT) } : {}),
    ...(EVENT_WEBHOOK_URL ? { eventWebhookUrl: EVENT_WEBHOOK_URL } : {}),
    ...(EVENT_TYPES ? { eventTypes: EVENT_TYPES.split(',') } : {}),
    ...(EVENT_SIGNING_KEY ? { eventKey: EVENT_SIGNING_KEY } : {}),
  }),
);
