import type { FastifyReply } from 'fastify';
import { z } from 'zod';

// eslint-disable-next-line no-control-regex
const WITHOUT_CONTROL = /^[^\u0000-\u001f\u007f]*$/;
const ASCII = /^[\x20-\x7e]*$/;
const MIME_TYPE = /^[^;\r\n]+$/;
const ONE_LINE = /^[^\r\n]*$/;
const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;
/** Headers the provider writes itself. */
const RESERVED_HEADER = /^(?:x-sg-e?id|received|dkim-signature|content-type|content-transfer-encoding|to|from|subject|reply-to|cc|bcc)$/i;

/* What becomes a header is one line. Some signs in a name are taken by the real one, which then drops the mail or names somebody else: its support says so. */
const name = z
  .string()
  .regex(WITHOUT_CONTROL, 'A name cannot contain control characters.')
  .regex(/^[^()<>[\]:;@\\,"]*$/, 'A name cannot contain any of ( ) < > [ ] : ; @ \\ , ".')
  .optional();
const email = z.string().regex(/^[^\s@<>,;]+@[^\s@<>,;]+\.[^\s@<>,;]+$/, 'Does not contain a valid address.');
/** An address of the sender's own is ASCII. */
const ours = z.strictObject({ email: email.regex(ASCII, 'Unicode encoding is not supported here.'), name });
const recipient = z.strictObject({ email, name });
export type Address = z.infer<typeof recipient>;

/** Body of POST /v3/mail/send, of which only the fields that this site sends are known, with what SendGrid refuses about each. */
export const sendBodySchema = z.strictObject({
  personalizations: z.array(z.strictObject({ to: z.array(recipient) })),
  from: ours,
  reply_to: ours.optional(),
  subject: z.string().min(1, 'The subject is required.').regex(WITHOUT_CONTROL, 'The subject cannot contain control characters.'),
  content: z
    .array(
      z.strictObject({
        type: z.string().regex(MIME_TYPE, "The content type cannot be empty and cannot contain ';' or CRLF characters."),
        value: z.string().min(1, 'The content value must be a string at least one character in length.'),
      }),
    )
    .refine(
      (parts) => parts.findIndex(({ type }) => type === 'text/plain') <= 0,
      'If present, text/plain content must be first, followed by text/html, then any other types.',
    ),
  attachments: z
    /* Strict, like the real one: the SDK passes attachment fields on as they are written, so `contentId` never becomes `content_id`. */
    .array(
      z.strictObject({
        content: z.string().refine(isBase64, 'The attachment content must be base64 encoded.'),
        filename: z.string().min(1).regex(ONE_LINE, 'The attachment filename is required and cannot contain CRLF characters.'),
        type: z.string().regex(MIME_TYPE, "The attachment type cannot be empty and cannot contain ';' or CRLF characters."),
        disposition: z.enum(['inline', 'attachment']),
        content_id: z.string().regex(ONE_LINE, 'The attachment content_id cannot contain CRLF characters.').optional(),
      }),
    )
    .optional(),
  headers: z
    .record(
      z
        .string()
        .regex(ASCII)
        .refine((header) => !RESERVED_HEADER.test(header), 'The header is reserved and cannot be used.'),
      z.string().regex(ASCII, 'A header cannot contain Unicode or line breaks.'),
    )
    .optional(),
  custom_args: z
    .record(z.string(), z.string())
    .refine((given) => Buffer.byteLength(JSON.stringify(given)) <= 10_000, 'The overall custom_args is limited to 10000 bytes.')
    .optional(),
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
interface SendGridError {
  readonly message: string;
  readonly field: string | null;
}

/** Answers a request as SendGrid refuses it. */
export const refuse = (reply: FastifyReply, status: number, message: string, field: string | null = null): FastifyReply =>
  reply.code(status).send({ errors: [{ message, field }] satisfies SendGridError[] });

/** What SendGrid would refuse about a body; empty when it would accept it. */
export function faultsOf({ error }: z.ZodSafeParseResult<SendBody>): SendGridError[] {
  return (error?.issues ?? []).map((issue) => {
    const field = issue.path.join('.');
    if (issue.code === 'unrecognized_keys') return { message: `Additional property ${issue.keys.join(', ')} is not allowed`, field };
    return { message: issue.message.includes('received undefined') ? `The ${field} field is required.` : issue.message, field };
  });
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
