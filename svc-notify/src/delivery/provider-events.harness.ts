import { sign, type KeyObject } from 'node:crypto';
import type { Answer, RunningNotify } from '../running-notify.harness.ts';

/** News of mails, as the mail provider signs and posts them. */
export function providerEvents(notify: RunningNotify) {
  const eventOf = (mailId: string, event: string, over: Record<string, unknown> = {}) => ({
    email: 'x@example.org',
    event,
    timestamp: Math.floor(notify.clock.now().getTime() / 1_000),
    mail_id: mailId,
    sg_event_id: 'e',
    sg_message_id: 'm.1',
    ...over,
  });
  const post = (
    body: string,
    {
      key = notify.sink.eventPrivateKey,
      at = notify.clock.now(),
      signature,
      headers = {},
    }: { key?: KeyObject; at?: Date; signature?: string; headers?: Record<string, string> } = {},
  ): Promise<Answer> => {
    const timestamp = String(Math.floor(at.getTime() / 1_000));
    return notify.ask('POST', '/api/sendgrid-events', {
      raw: body,
      headers: {
        'x-twilio-email-event-webhook-timestamp': timestamp,
        'x-twilio-email-event-webhook-signature': signature ?? sign('sha256', Buffer.from(timestamp + body), key).toString('base64'),
        ...headers,
      },
    });
  };
  return { eventOf, post };
}
