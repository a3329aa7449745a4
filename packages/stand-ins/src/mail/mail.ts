import { z } from 'zod';

const address = z.strictObject({ email: z.string(), name: z.string().optional() });
export type Address = z.infer<typeof address>;

/** Body of POST /v3/mail/send, as far as a mail can be shown from it. */
export const sendBodySchema = z.strictObject({
  personalizations: z.array(
    z.strictObject({
      from: address.optional(),
      to: z.array(address),
      cc: z.array(address).optional(),
      bcc: z.array(address).optional(),
      subject: z.string().optional(),
      headers: z.record(z.string(), z.string()).optional(),
      custom_args: z.record(z.string(), z.string()).optional(),
      substitutions: z.record(z.string(), z.string()).optional(),
      dynamic_template_data: z.record(z.string(), z.unknown()).optional(),
      send_at: z.int().optional(),
    }),
  ),
  from: address,
  reply_to: address.optional(),
  subject: z.string().optional(),
  content: z.array(z.strictObject({ type: z.string(), value: z.string() })).optional(),
  attachments: z
    /* Strict, like the real one: the SDK passes attachment fields on as they are written, so `contentId` never becomes `content_id`. */
    .array(
      z.strictObject({
        content: z.string(),
        filename: z.string(),
        type: z.string().optional(),
        disposition: z.string().optional(),
        content_id: z.string().optional(),
      }),
    )
    .optional(),
  headers: z.record(z.string(), z.string()).optional(),
  custom_args: z.record(z.string(), z.string()).optional(),
  categories: z.array(z.string()).optional(),
  template_id: z.string().optional(),
  reply_to_list: z.array(address).max(1_000).optional(),
  sections: z.record(z.string(), z.string()).optional(),
  send_at: z.int().optional(),
  batch_id: z.string().optional(),
  ip_pool_name: z.string().min(2).max(64).optional(),
  asm: z.strictObject({ group_id: z.int(), groups_to_display: z.array(z.int()).max(25).optional() }).optional(),
  mail_settings: z.record(z.string(), z.unknown()).optional(),
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
  cc: Address[];
  bcc: Address[];
  subject: string;
  text: string | null;
  html: string | null;
  attachments: { filename: string; type: string; disposition: string; contentId: string | null; content: string }[];
  headers: Record<string, string>;
  customArgs: Record<string, string>;
  categories: string[];
}

/** One fault of a request, in SendGrid's shape. */
export interface SendGridError {
  message: string;
  field: string | null;
  help: string | null;
}

const HELP = 'http://sendgrid.com/docs/API_Reference/Web_API_v3/Mail/errors.html';
const MIME_TYPE = /^[^;\r\n]+$/;
// eslint-disable-next-line no-control-regex
const CONTROL = /[\u0000-\u001f\u007f]/;
const ASCII = /^[\x20-\x7e]*$/;
const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;
const EMAIL = /^[^\s@<>,;]+@[^\s@<>,;]+\.[^\s@<>,;]+$/;
const MAX_BYTES = 30 * 1024 * 1024;
const MAX_RECIPIENTS = 1_000;
/** Headers the provider writes itself. */
const RESERVED_HEADERS = new Set([
  'x-sg-id',
  'x-sg-eid',
  'received',
  'dkim-signature',
  'content-type',
  'content-transfer-encoding',
  'to',
  'from',
  'subject',
  'reply-to',
  'cc',
  'bcc',
]);

/**
 * What SendGrid would refuse about a body; empty when it would accept it.
 * @param bytes its length as received; not a number where that is not known
 */
export function faultsOf(parsed: z.ZodSafeParseResult<SendBody>, bytes: number): SendGridError[] {
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
  const faults = [...recipientFaults(mail), ...headerFaults(mail), ...contentFaults(mail), ...attachmentFaults(mail)];
  if (!ASCII.test(mail.from.email)) faults.push(fault('Unicode encoding is not supported for the from field.', 'from.email'));
  else if (!EMAIL.test(mail.from.email)) faults.push(fault('The from email does not contain a valid address.', 'from.email'));
  if (mail.reply_to && mail.reply_to_list) faults.push(fault('Only one of reply_to and reply_to_list may be given.', 'reply_to_list'));
  const categories = mail.categories ?? [];
  if (categories.length > 10) faults.push(fault('You cannot have more than 10 categories per request.', 'categories'));
  if (new Set(categories).size < categories.length) faults.push(fault('Each of your categories must be unique.', 'categories'));
  if (categories.some((name) => name.length > 255)) faults.push(fault('A category may not be longer than 255 characters.', 'categories'));
  for (const name of [mail, ...mail.personalizations].flatMap(({ headers }) => Object.keys(headers ?? {}))) {
    if (RESERVED_HEADERS.has(name.toLowerCase())) faults.push(fault(`The header ${name} is reserved and cannot be used.`, 'headers'));
  }
  for (const { custom_args: own } of mail.personalizations) {
    if (Buffer.byteLength(JSON.stringify({ ...mail.custom_args, ...own })) > 10_000)
      faults.push(fault('The overall custom_args is limited to 10000 bytes.', 'custom_args'));
  }
  // Encoded anew it can be longer, because letters came in fewer bytes; never six times.
  if (!(bytes * 6 < MAX_BYTES) && Buffer.byteLength(JSON.stringify(mail)) > MAX_BYTES)
    faults.push(fault('The total size of your email must be no more than 30MB.', null));
  return faults;
}

function recipientFaults(mail: SendBody): SendGridError[] {
  const faults: SendGridError[] = [];
  if (mail.personalizations.length === 0)
    faults.push(fault('The personalizations field is required and must have at least one personalization.', 'personalizations'));
  if (mail.personalizations.length > 1000)
    faults.push(fault('The personalization block is limited to 1000 personalizations per API request.', 'personalizations'));
  let recipients = 0;
  mail.personalizations.forEach((personalization, index) => {
    const at = `personalizations.${index}`;
    if (personalization.to.length === 0)
      faults.push(
        fault(
          'The to array is required for all personalization objects, and must have at least one email object with a valid email address.',
          `${at}.to`,
        ),
      );
    const seen = new Set<string>();
    for (const group of ['to', 'cc', 'bcc'] as const) {
      (personalization[group] ?? []).forEach(({ email, name = '' }, place) => {
        recipients += 1;
        if (!EMAIL.test(email)) faults.push(fault(`Does not contain a valid address.`, `${at}.${group}.${place}.email`));
        if (/[;,]/.test(name))
          faults.push(fault(`The ${group}.name field cannot include either the ; or , characters.`, `${at}.${group}.${place}.name`));
        if (seen.has(email.toLowerCase()))
          faults.push(fault('Each email address in the personalization block should be unique between to, cc, and bcc.', at));
        seen.add(email.toLowerCase());
      });
    }
    if (!(personalization.subject ?? mail.subject) && !mail.template_id) faults.push(fault('The subject is required.', 'subject'));
  });
  if (recipients > MAX_RECIPIENTS)
    faults.push(fault('There is a limit of 1000 total recipients (to + cc + bcc) per request.', 'personalizations'));
  return faults;
}

/** What becomes a header is one line; an address and a header of the sender's own are ASCII. */
function headerFaults(mail: SendBody): SendGridError[] {
  const faults: SendGridError[] = [];
  const people = mail.personalizations.flatMap(({ to, cc = [], bcc = [] }) => [...to, ...cc, ...bcc]);
  const named = [mail.from, ...people, ...(mail.reply_to ? [mail.reply_to] : []), ...(mail.reply_to_list ?? [])];
  if (named.some(({ name = '' }) => CONTROL.test(name))) faults.push(fault('A name cannot contain control characters.', 'name'));
  for (const subject of [mail, ...mail.personalizations].flatMap((each) => each.subject ?? []))
    if (CONTROL.test(subject)) faults.push(fault('The subject cannot contain control characters.', 'subject'));
  for (const { email } of [...(mail.reply_to ? [mail.reply_to] : []), ...(mail.reply_to_list ?? [])])
    if (!ASCII.test(email) || !EMAIL.test(email))
      faults.push(fault('The reply_to email does not contain a valid address.', 'reply_to.email'));
  for (const [name, value] of [mail, ...mail.personalizations].flatMap(({ headers }) => Object.entries(headers ?? {})))
    if (!ASCII.test(name + value)) faults.push(fault(`The header ${name} cannot contain Unicode or line breaks.`, 'headers'));
  return faults;
}

function contentFaults(mail: SendBody): SendGridError[] {
  const faults: SendGridError[] = [];
  if (!mail.template_id && !mail.content?.length)
    faults.push(fault('Unless a valid template_id is provided, the content parameter is required.', 'content'));
  mail.content?.forEach((part, index) => {
    if (part.value === '')
      faults.push(fault('The content value must be a string at least one character in length.', `content.${index}.value`));
    if (!MIME_TYPE.test(part.type))
      faults.push(fault("The content type cannot be empty and cannot contain ';' or CRLF characters.", `content.${index}.type`));
  });
  const types = mail.content?.map(({ type }) => type) ?? [];
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
    if (attachment.type !== undefined && !MIME_TYPE.test(attachment.type))
      faults.push(fault("The attachment type cannot be empty and cannot contain ';' or CRLF characters.", `${at}.type`));
    if (attachment.disposition !== undefined && !['inline', 'attachment'].includes(attachment.disposition))
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

/** The mails a body asks for: one for each personalization. */
export function mailsOf(body: SendBody, messageId: string, receivedAt: string): Mail[] {
  const part = (type: string): string | null => body.content?.find((content) => content.type === type)?.value ?? null;
  return body.personalizations.map((personalization, index) => ({
    id: body.personalizations.length === 1 ? messageId : `${messageId}-${index}`,
    messageId,
    receivedAt,
    from: body.from,
    replyTo: body.reply_to ?? null,
    to: personalization.to,
    cc: personalization.cc ?? [],
    bcc: personalization.bcc ?? [],
    subject: personalization.subject ?? body.subject ?? '',
    text: part('text/plain'),
    html: part('text/html'),
    attachments: (body.attachments ?? []).map((attachment) => ({
      filename: attachment.filename,
      type: attachment.type ?? 'application/octet-stream',
      disposition: attachment.disposition ?? 'attachment',
      contentId: attachment.content_id ?? null,
      content: attachment.content,
    })),
    headers: { ...body.headers, ...personalization.headers },
    customArgs: { ...body.custom_args, ...personalization.custom_args },
    categories: body.categories ?? [],
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
