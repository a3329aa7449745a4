import { idSchema, type MailId } from '@concert/contracts/core/ids';
import { z } from 'zod';
import type { DeliveryReport } from './mail.ts';

/** Most events of one message; the provider sends far fewer. */
const MAX_EVENTS = 5_000;

/** The fields of a provider's event that are read. Personal data that nobody needs (who, from where) is dropped. */
const eventSchema = z.object({
  event: z.string().max(100),
  timestamp: z.number().int().min(0).max(253_402_300_799),
  mail_id: z.string().optional(),
  sg_message_id: z.string().max(500).optional(),
  type: z.string().max(100).optional(),
  status: z.string().max(100).optional(),
  reason: z.string().optional(),
});
type ProviderEvent = z.infer<typeof eventSchema>;

/** What one event reports of one of our mails. */
export interface DeliveryEvent {
  readonly mailId: MailId;
  readonly report: DeliveryReport;
}

const mailId = idSchema('mail');

/**
 * Reads a message of the provider. Events of other kinds, about mails of other systems, or without the expected form are counted and
 * not refused: after a refusal the provider would send the whole message again, without end.
 * @returns undefined when the message is not a list of events
 */
export function deliveryEventsIn(json: unknown): { events: DeliveryEvent[]; others: number } | undefined {
  if (!Array.isArray(json) || json.length > MAX_EVENTS) return undefined;
  const events = json.flatMap((entry): DeliveryEvent[] => {
    const event = eventSchema.safeParse(entry);
    const id = event.success ? mailId.safeParse(event.data.mail_id) : undefined;
    const told = event.success && id?.success ? deliveryOf(event.data) : undefined;
    return told && id?.success ? [{ mailId: id.data, report: told }] : [];
  });
  return { events, others: json.length - events.length };
}

function deliveryOf(event: ProviderEvent): DeliveryReport | undefined {
  const about = { at: new Date(event.timestamp * 1_000), messageId: event.sg_message_id?.split('.')[0] ?? '' };
  switch (event.event) {
    case 'delivered':
      return { delivery: 'delivered', fault: null, ...about };
    case 'deferred':
      return { delivery: 'deferred', fault: 'the mail server of the address asks to wait', ...about };
    case 'bounce':
      return { delivery: 'bounced', fault: bounceFault(event), ...about };
    case 'dropped':
      return { delivery: 'dropped', fault: dropFault(event.reason ?? ''), ...about };
    case 'spamreport':
      return { delivery: 'spam', fault: 'its reader reported it as spam', ...about };
    default:
      return undefined;
  }
}

/* A server's reason may quote the address, so it is not stored but mapped to fixed words. Codes are those of RFC 3463. */
function bounceFault({ type, status = '', reason = '' }: ProviderEvent): string {
  const code = /^[245]\.\d{1,3}\.\d{1,3}$/.exec(status)?.[0] ?? /\b[245]\.\d{1,3}\.\d{1,3}\b/.exec(reason)?.[0];
  const words =
    type === 'blocked'
      ? 'the mail server of the address refuses our emails for now'
      : code?.startsWith('5.1.')
        ? 'there is no such address'
        : code === '5.2.2'
          ? 'the mailbox is full'
          : 'the mail server of the address refused it';
  return code ? `${words} (${code})` : words;
}

function dropFault(reason: string): string {
  if (/bounce/i.test(reason)) return 'the provider does not try: emails to the address came back before';
  if (/spam/i.test(reason)) return 'the provider does not try: the address called an earlier email spam';
  if (/unsubscribe/i.test(reason)) return 'the provider does not try: the address unsubscribed';
  if (/invalid/i.test(reason)) return 'the provider does not try: the address is not one';
  return 'the provider does not try';
}
