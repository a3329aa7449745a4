import { randomUUID, sign, type KeyObject } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Mail } from './mail.ts';
import type { Mailbox } from './mailbox.ts';

export type MailEvent = 'processed' | 'delivered' | 'deferred' | 'bounce' | 'blocked' | 'dropped' | 'spamreport' | 'open';

/* What the provider adds to an event, quoting the other server. */
const DETAILS: Readonly<Partial<Record<MailEvent, object>>> = {
  bounce: { type: 'bounce', status: '5.1.1', reason: '550 5.1.1 no such mailbox' },
  blocked: { type: 'blocked', status: '5.7.1', reason: '550 5.7.1 blocked by policy' },
  deferred: { response: '451 4.7.1 please try again later', attempt: '1' },
  dropped: { reason: 'Bounced Address', status: '5.0.0' },
};

/** What becomes of a mail: delivered, unless the address begins with what is to be tried, as in `bounce@example.org`. */
export function newsFor(address: string): readonly MailEvent[] {
  const wish = /^(bounce|blocked|dropped|deferred|spam)\b/.exec(address.toLowerCase())?.[1];
  if (wish === 'deferred') return ['processed', 'deferred', 'delivered'];
  if (wish === 'spam') return ['processed', 'delivered', 'spamreport'];
  if (wish === 'dropped') return ['dropped'];
  return ['processed', (wish as 'bounce' | 'blocked' | undefined) ?? 'delivered'];
}

/** What telling needs of its surroundings. */
export interface EventWebhookOptions {
  readonly mailbox: Mailbox;
  /** Signs every message. */
  readonly key: KeyObject;
  /** Waits between attempts. */
  readonly retryDelaysMs: readonly number[];
  /** Ends what is under way. */
  readonly signal: AbortSignal;
}

/** Tells the owner of the account what became of its mails. */
export class EventWebhook {
  /** Where events are posted; nowhere, when left out. */
  url: string | undefined;
  private readonly options: EventWebhookOptions;

  constructor(url: string | undefined, options: EventWebhookOptions) {
    this.url = url;
    this.options = options;
  }

  /** One after the other, as the provider does; each until it was taken or the waits are used up. */
  async tellAll(mail: Mail): Promise<void> {
    for (const event of newsFor(mail.to[0]?.email ?? '')) {
      const post = this.signedPost(mail, event);
      for (const delay of [0, ...this.options.retryDelaysMs]) {
        await pause(delay, undefined, { signal: this.options.signal }).catch(() => undefined);
        if (this.options.signal.aborted) return;
        if (await post()) break;
      }
    }
  }

  /** Tells of one event; whether the webhook answered 2xx. */
  async tell(mailId: string, event: MailEvent): Promise<boolean> {
    const kept = this.options.mailbox.get(mailId);
    return kept ? this.signedPost(kept.mail, event)() : false;
  }

  /** Notes an event and makes the message about it; each attempt is signed anew with its own time. */
  private signedPost(mail: Mail, event: MailEvent): () => Promise<boolean> {
    const eventId = randomUUID();
    this.options.mailbox.note(mail.id, { event, at: new Date().toISOString(), eventId });
    const why = DETAILS[event] ?? {};
    const payload = JSON.stringify(
      mail.to.map(({ email }) => ({
        email,
        event: event === 'blocked' ? 'bounce' : event,
        timestamp: Math.floor(Date.now() / 1000),
        sg_event_id: eventId,
        sg_message_id: `${mail.messageId}.recvd-stand-in`,
        category: mail.categories,
        ...why,
        ...mail.customArgs,
      })),
    );
    return async () => {
      if (this.url === undefined) return false;
      const timestamp = String(Math.floor(Date.now() / 1000));
      try {
        const answer = await fetch(this.url, {
          method: 'POST',
          body: payload,
          signal: AbortSignal.any([AbortSignal.timeout(10_000), this.options.signal]),
          headers: {
            'content-type': 'application/json',
            'x-twilio-email-event-webhook-timestamp': timestamp,
            'x-twilio-email-event-webhook-signature': sign('sha256', Buffer.from(timestamp + payload), this.options.key).toString('base64'),
          },
        });
        await answer.body?.cancel();
        return answer.ok;
      } catch {
        return false;
      }
    };
  }
}
