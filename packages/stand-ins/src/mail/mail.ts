import type { FastifyReply } from 'fastify';
import { z } from 'zod';

const address = z.strictObject({ email: z.string(), name: z.string().optional() });
export type Address = z.infer<typeof address>;

/** Body of POST /v3/mail/send, of which only the fields that this site sends are known. */
export const sendBodySchema = z.strictObject({
  personalizations: z.array(z.strictObject({ to: z.array(address) })),
  from: address,
  reply_to: address.optional(),
  subject: z.string(),
  content: z.array(z.strictObject({ type: z.string(), value: z.string() })),
  attachments: z
    /* Strict, like the real one: the SDK passes attachment fields on as they are written, so `contentId` never becomes `content_id`. */
    .array(
      z.strictObject({
        content: z.string(),
        filename: z.string(),
        type: z.string(),
        disposition: z.string(),
        content_id: z.string().optional(),
      }),
    )
    .optional(),
  headers: z.record(z.string(), z.string()).optional(),
  custom_args: z.record(z.string(), z.string()).optional(),
  tracking_settings: z.record(z.string(), z.unknown()).optional(),
});
export type SendBody = z.infer<typeof sendBodySchema>;

/** One mail as one set of recipients gets it. */
export interface Mail {
  id: string;
  messageId: string;
  receivedAt: string;
  from: Address;
  replyTo: Address | null;
  to: Address[];
  subject: string;
  text: string | null;
  html: string | null;
  attachments: { filename: string; type: string; disposition: string; contentId: string | null; content: string }[];
  headers: Record<string, string>;
  customArgs: Record<string, string>;
}

/** One fault of a request, in SendGrid's shape. */
export interface SendGridError {
  message: string;
  field: string | null;
  help: string | null;
}

/** Answers a request as SendGrid refuses it. */
export const refuse = (reply: FastifyReply, status: number, message: string, field: string | null = null): FastifyReply =>
  reply.code(status).send({ errors: [{ message, field, help: null }] satisfies SendGridError[] });

const HELP = 'http://sendgrid.com/docs/API_Reference/Web_API_v3/Mail/errors.html';
const MIME_TYPE = /^[^;\r\n]+$/;
// eslint-disable-next-line no-control-regex
const CONTROL = /[\u0000-\u001f\u007f]/;
const SPECIALS = /[()<>[\]:;@\\,"]/;
const ASCII = /^[\x20-\x7e]*$/;
const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;
const EMAIL = /^[^\s@<>,;]+@[^\s@<>,;]+\.[^\s@<>,;]+$/;
/** Headers the provider writes itself. */
const RESERVED_HEADER = /^(x-sg-e?id|received|dkim-signature|content-type|content-transfer-encoding|to|from|subject|reply-to|cc|bcc)$/i;

/** What SendGrid would refuse about a body; empty when it would accept it. */
export function faultsOf(parsed: z.ZodSafeParseResult<SendBody>): SendGridError[] {
  if (!parsed.success) {
    return parsed.error.issues.map((issue) => {
      const field = issue.path.join('.');
      if (issue.code === 'unrecognized_keys') return fault(`Additional property ${issue.keys.join(', ')} is not allowed`, field);
      return fault(
        issue.code === 'invalid_type' && issue.message.includes('undefined') ? `The ${field} field is required.` : issue.message,
        field,
      );
    });
  }
  const mail = parsed.data;
  return [...recipientFaults(mail), ...headerFaults(mail), ...contentFaults(mail), ...attachmentFaults(mail)];
}

function recipientFaults({ personalizations }: SendBody): SendGridError[] {
  const faults: SendGridError[] = [];
  personalizations.forEach(({ to }, index) => {
    to.forEach(({ email, name = '' }, place) => {
      const at = `personalizations.${index}.to.${place}`;
      if (!EMAIL.test(email)) faults.push(fault('Does not contain a valid address.', `${at}.email`));
      if (/[;,]/.test(name)) faults.push(fault('The to.name field cannot include either the ; or , characters.', `${at}.name`));
    });
  });
  return faults;
}

/** What becomes a header is one line; an address and a header of the sender's own are ASCII. */
function headerFaults({
  personalizations,
  from,
  reply_to: replyTo,
  subject,
  headers = {},
  custom_args: args = {},
}: SendBody): SendGridError[] {
  const faults: SendGridError[] = [];
  const named = [from, ...personalizations.flatMap(({ to }) => to), ...(replyTo ? [replyTo] : [])];
  if (named.some(({ name = '' }) => CONTROL.test(name))) faults.push(fault('A name cannot contain control characters.', 'name'));
  /* Taken by the real one, which then drops the mail or names somebody else: its support says so of these signs. */
  if (named.some(({ name = '' }) => SPECIALS.test(name)))
    faults.push(fault('A name cannot contain any of ( ) < > [ ] : ; @ \\ , ".', 'name'));
  if (subject === '') faults.push(fault('The subject is required.', 'subject'));
  if (CONTROL.test(subject)) faults.push(fault('The subject cannot contain control characters.', 'subject'));
  if (!ASCII.test(from.email)) faults.push(fault('Unicode encoding is not supported for the from field.', 'from.email'));
  else if (!EMAIL.test(from.email)) faults.push(fault('The from email does not contain a valid address.', 'from.email'));
  if (replyTo && !(ASCII.test(replyTo.email) && EMAIL.test(replyTo.email)))
    faults.push(fault('The reply_to email does not contain a valid address.', 'reply_to.email'));
  for (const [name, value] of Object.entries(headers)) {
    if (RESERVED_HEADER.test(name)) faults.push(fault(`The header ${name} is reserved and cannot be used.`, 'headers'));
    if (!ASCII.test(name + value)) faults.push(fault(`The header ${name} cannot contain Unicode or line breaks.`, 'headers'));
  }
  if (Buffer.byteLength(JSON.stringify(args)) > 10_000)
    faults.push(fault('The overall custom_args is limited to 10000 bytes.', 'custom_args'));
  return faults;
}

function contentFaults(mail: SendBody): SendGridError[] {
  const faults: SendGridError[] = [];
  mail.content.forEach((part, index) => {
    if (part.value === '')
      faults.push(fault('The content value must be a string at least one character in length.', `content.${index}.value`));
    if (!MIME_TYPE.test(part.type))
      faults.push(fault("The content type cannot be empty and cannot contain ';' or CRLF characters.", `content.${index}.type`));
  });
  const types = mail.content.map(({ type }) => type);
  if (types.includes('text/plain') && types[0] !== 'text/plain') {
    faults.push(fault('If present, text/plain content must be first, followed by text/html, then any other types.', 'content'));
  }
  return faults;
}

function attachmentFaults(mail: SendBody): SendGridError[] {
  const faults: SendGridError[] = [];
  mail.attachments?.forEach((attachment, index) => {
    const at = `attachments.${index}`;
    if (!isBase64(attachment.content)) faults.push(fault('The attachment content must be base64 encoded.', `${at}.content`));
    if (!attachment.filename || /[\r\n]/.test(attachment.filename))
      faults.push(fault('The attachment filename is required and cannot contain CRLF characters.', `${at}.filename`));
    if (!MIME_TYPE.test(attachment.type))
      faults.push(fault("The attachment type cannot be empty and cannot contain ';' or CRLF characters.", `${at}.type`));
    if (!['inline', 'attachment'].includes(attachment.disposition))
      faults.push(fault('The disposition of your attachment can be either "inline" or "attachment".', `${at}.disposition`));
    if (/[\r\n]/.test(attachment.content_id ?? ''))
      faults.push(fault('The attachment content_id cannot contain CRLF characters.', `${at}.content_id`));
  });
  return faults;
}

/** A pattern takes long over a picture, so a text that decodes to as many bytes as it should is not read again. */
function isBase64(text: string): boolean {
  const letters = text.length - (text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0);
  const ofAddresses = text.includes('-') || text.includes('_');
  if (letters % 4 !== 1 && letters > 0 && !ofAddresses && Buffer.from(text, 'base64').length === Math.floor((letters * 3) / 4)) return true;
  return BASE64.test(text.replace(/\s/g, ''));
}

/** A name as a mail program shows it: encoded words (RFC 2047) are decoded, and the space between two of them is none. */
function shown({ email, name }: Address): Address {
  if (name === undefined) return { email };
  const words = name.replace(/\?= (?==\?)/g, '?=');
  return { email, name: words.replace(/=\?UTF-8\?B\?([A-Za-z0-9+/=]+)\?=/g, (_, text: string) => Buffer.from(text, 'base64').toString()) };
}

/** The mails a body asks for: one for each personalization. */
export function mailsOf(body: SendBody, messageId: string, receivedAt: string): Mail[] {
  const part = (type: string): string | null => body.content.find((content) => content.type === type)?.value ?? null;
  return body.personalizations.map(({ to }, index) => ({
    id: body.personalizations.length === 1 ? messageId : `${messageId}-${index}`,
    messageId,
    receivedAt,
    from: shown(body.from),
    replyTo: body.reply_to ?? null,
    to: to.map(shown),
    subject: body.subject,
    text: part('text/plain'),
    html: part('text/html'),
    attachments: (body.attachments ?? []).map((attachment) => ({
      filename: attachment.filename,
      type: attachment.type,
      disposition: attachment.disposition,
      contentId: attachment.content_id ?? null,
      content: attachment.content,
    })),
    headers: body.headers ?? {},
    customArgs: body.custom_args ?? {},
  }));
}

/** HTML of a mail with `cid:` pictures put in place, as a mail reader shows it. */
export function htmlWithPictures(mail: Mail): string {
  return (mail.html ?? '').replace(/(["'(])cid:([^"')\s]+)/g, (whole, before: string, contentId: string) => {
    const picture = mail.attachments.find((attachment) => attachment.contentId === decodeURIComponent(contentId));
    return picture && /^image\/[a-z+.-]+$/.test(picture.type)
      ? `${before}data:${picture.type};base64,${picture.content.replace(/\s/g, '')}`
      : whole;
  });
}

function fault(message: string, field: string | null): SendGridError {
  return { message, field, help: field ? `${HELP}#message.${field.replace(/\.[0-9]+/g, '')}` : null };
}
