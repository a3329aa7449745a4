import { randomUUID, sign, type KeyObject } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { post } from '../post.ts';
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

const TIMEOUT_MS = 10_000;
/** How long events are gathered before they are posted together; the provider takes longer. */
const GATHER_MS = 100;
/** Events of one message at most. */
const MAX_BATCH = 500;

/** What becomes of a mail: delivered, unless the address begins with the outcome to try, as in `bounce@example.org`. */
function deliveryEventsFor(address: string): readonly MailEvent[] {
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
  /** Events that are told; all, when left out. */
  readonly types?: ReadonlySet<string> | undefined;
  /** Ends what is under way. */
  readonly signal: AbortSignal;
}

/** Tells the owner of the account what became of its mails, as the provider does: many events in one message. */
export class EventWebhook {
  /** Where events are posted; nowhere, when left out. */
  url: string | undefined;
  private readonly options: EventWebhookOptions;
  private gathered: object[] = [];

  constructor(url: string | undefined, options: EventWebhookOptions) {
    this.url = url;
    this.options = options;
  }

  /** Sends all events of a mail, in their order; each message until it is accepted or the waits are used up. */
  tellAll(mail: Mail): void {
    for (const event of deliveryEventsFor(mail.to[0]?.email ?? '')) {
      const rows = this.note(mail, event);
      if (!this.tells(event)) continue;
      if (this.gathered.length === 0) setTimeout(() => void this.sendGathered(), GATHER_MS).unref();
      this.gathered.push(...rows);
    }
  }

  /** Sends one event at once; returns whether the webhook answered 2xx. */
  async tell(mailId: string, event: MailEvent): Promise<boolean> {
    const kept = this.options.mailbox.get(mailId);
    return kept ? this.send(this.note(kept.mail, event)) : false;
  }

  private tells(event: MailEvent): boolean {
    return this.options.types?.has(event === 'blocked' ? 'bounce' : event) ?? true;
  }

  private async sendGathered(): Promise<void> {
    const events = this.gathered;
    this.gathered = [];
    for (let first = 0; first < events.length; first += MAX_BATCH) await this.sendUntilTaken(events.slice(first, first + MAX_BATCH));
  }

  private async sendUntilTaken(events: readonly object[]): Promise<void> {
    for (const delay of [0, ...this.options.retryDelaysMs]) {
      await pause(delay, undefined, { signal: this.options.signal }).catch(() => undefined);
      if (this.options.signal.aborted || (await this.send(events))) return;
    }
  }

  /**
   * Notes an event beside its mail.
   * @returns the event for each recipient
   */
  private note(mail: Mail, event: MailEvent): object[] {
    const eventId = randomUUID();
    this.options.mailbox.note(mail.id, { event, at: new Date().toISOString(), eventId });
    return mail.to.map(({ email }) => ({
      email,
      event: event === 'blocked' ? 'bounce' : event,
      timestamp: Math.floor(Date.now() / 1000),
      sg_event_id: eventId,
      sg_message_id: `${mail.messageId}.recvd-stand-in`,
      ...DETAILS[event],
      ...mail.customArgs,
    }));
  }

  /** One attempt, signed with its own time. */
  private async send(events: readonly object[]): Promise<boolean> {
    if (this.url === undefined) return false;
    const timestamp = String(Math.floor(Date.now() / 1000));
    const body = JSON.stringify(events);
    const signature = sign('sha256', Buffer.from(timestamp + body), this.options.key).toString('base64');
    try {
      const status = await post(this.url, {
        body,
        timeoutMs: TIMEOUT_MS,
        signal: this.options.signal,
        headers: {
          'content-type': 'application/json',
          'x-twilio-email-event-webhook-timestamp': timestamp,
          'x-twilio-email-event-webhook-signature': signature,
        },
      });
      return status >= 200 && status < 300;
    } catch {
      return false;
    }
  }
}
