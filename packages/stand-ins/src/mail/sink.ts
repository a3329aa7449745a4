import { createPrivateKey, createPublicKey, generateKeyPairSync, randomBytes, type KeyObject } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { z } from 'zod';
import { count, flag, switchFaults } from '../faults.ts';
import { addEntrance, listen, type StandinPlace } from '../host-check.ts';
import { addAccountCalls, newMailAccount, type MailAccount } from './account.ts';
import { EventWebhook, type MailEvent } from './event-webhook.ts';
import { addMailboxPages } from './mailbox-pages.ts';
import { Arrivals } from './arrivals.ts';
import { faultsOf, mailsOf, refuse, sendBodySchema, type Mail } from './mail.ts';
import { Mailbox } from './mailbox.ts';
import { startSmtp } from './smtp.ts';

/** Faults that can be switched on while the sink runs; at first none is. Counts run down to zero by themselves. */
const sinkFaultsSchema = z.object({
  delayMs: count,
  /** Next sends answered 500, nothing kept. */
  failNext: count,
  /** Next sends answered 503, nothing kept. */
  unavailableNext: count,
  /** Next sends answered 429 with X-RateLimit-Reset, nothing kept. */
  tooManyNext: count,
  /** Next sends kept, but the connection is cut before the answer. */
  cutNext: count,
  /** Delay of the answer to every send that is kept. */
  answerDelayMs: count,
  /** Our key is refused, whatever it is. */
  revoked: flag,
});
type SinkFaults = z.infer<typeof sinkFaultsSchema>;

/** The one key that is refused, so that a refusal can be tried. */
const REVOKED_KEY = 'SG.revoked';
/** And the one domain that nobody may send from. */
const UNVERIFIED_SENDER = /@unverified\.example$/i;

/** How a sink is started. */
export interface MailSinkOptions extends StandinPlace {
  /** Where mails are taken by SMTP, too; 0 takes any free port, and without one nowhere. */
  smtpPort?: number;
  /** Where signed events (delivered, bounce, …) are posted. */
  eventWebhookUrl?: string;
  /** Events that are posted there; all, when left out. */
  eventTypes?: readonly string[];
  /** Private key that signs events: base64 of PKCS 8 DER, on the curve P-256. Without one, the sink makes its own. */
  eventKey?: string;
  /** Waits between attempts to tell the event webhook. */
  retryDelaysMs?: readonly number[];
}

const RETRY_DELAYS_MS = [300, 1_000, 3_000, 10_000, 30_000];

/** A running sink. */
export interface MailSink {
  readonly url: string;
  readonly smtpPort: number | undefined;
  readonly faults: SinkFaults;
  /** What its owner set up in the dashboard; live. */
  readonly account: MailAccount;
  /** Base64 SPKI DER of the key that signs events, as SendGrid shows it. */
  readonly eventPublicKey: string;
  readonly eventPrivateKey: KeyObject;
  /** Newest first. */
  mails(to?: string): Mail[];
  setEventWebhook(url: string): void;
  /** Tells the event webhook about a mail; true when it answered 2xx. */
  tell(mailId: string, event: MailEvent): Promise<boolean>;
  close(): Promise<void>;
}

/** Starts a SendGrid-compatible server: point `@sendgrid/client` at it with `setDefaultRequest('baseUrl', url)`. */
export async function startMailSink(options: MailSinkOptions = {}): Promise<MailSink> {
  const mailbox = new Mailbox(options.dataFile);
  const faults = sinkFaultsSchema.parse({});
  const key = options.eventKey
    ? createPrivateKey({ key: Buffer.from(options.eventKey, 'base64'), format: 'der', type: 'pkcs8' })
    : eventKey(options.dataFile ? `${options.dataFile}.key` : undefined);
  const closing = new AbortController();
  const webhook = new EventWebhook(options.eventWebhookUrl, {
    mailbox,
    key,
    retryDelaysMs: options.retryDelaysMs ?? RETRY_DELAYS_MS,
    types: options.eventTypes && new Set(options.eventTypes),
    signal: closing.signal,
  });
  const account = newMailAccount();
  const sink: Inside = { mailbox, arrivals: new Arrivals(), faults, webhook, signal: closing.signal };
  const app = Fastify({ logger: false, bodyLimit: 40 * 1024 * 1024, forceCloseConnections: true });

  app.setErrorHandler((error: { statusCode?: number; message: string }, _request, reply) =>
    refuse(reply, error.statusCode ?? 500, error.statusCode === 400 ? 'Bad Request' : error.message),
  );
  addEntrance(app, options.hosts, options.instance);
  app.post('/v3/mail/send', (request, reply) => send(sink, request, reply));
  addAccountCalls(app, {
    account,
    knows: (request) => isKnownKey(faults, request),
    fault: () => (takeOne(faults, 'failNext') ? 500 : takeOne(faults, 'unavailableNext') ? 503 : undefined),
    publicKey: publicKeyText(key),
  });
  addMailboxPages(app, mailbox);
  addAdmin(app, sink);
  const { host, url } = await listen(app, options);
  const smtp = options.smtpPort === undefined ? undefined : await startSmtp({ host, port: options.smtpPort }, (mail) => mailbox.add(mail));
  return {
    url,
    smtpPort: smtp?.port,
    faults,
    account,
    tell: (mailId, event) => webhook.tell(mailId, event),
    eventPublicKey: publicKeyText(key),
    eventPrivateKey: key,
    mails: (to) => mailbox.list({ to }).map(({ mail }) => mail),
    setEventWebhook: (target) => (webhook.url = target),
    close: async () => {
      closing.abort();
      await smtp?.close();
      await app.close();
    },
  };
}

/** What a running sink is made of. */
interface Inside {
  readonly mailbox: Mailbox;
  readonly arrivals: Arrivals;
  readonly faults: SinkFaults;
  readonly webhook: EventWebhook;
  readonly signal: AbortSignal;
}

/** What a person would look for in the provider's dashboard, and what could go wrong. */
function addAdmin(app: FastifyInstance, { mailbox, arrivals, faults }: Inside): void {
  app.get<{ Querystring: { to?: string } }>('/_admin/mails', (request) =>
    mailbox.list(request.query).map(({ mail, events }) => ({ ...mail, events })),
  );
  // Counts what came without sending it all again.
  app.get<{ Querystring: { after?: string } }>('/_admin/arrivals', (request) => arrivals.after(Number(request.query.after ?? 0)));
  app.post('/_admin/faults', (request, reply) => {
    try {
      switchFaults(sinkFaultsSchema, faults, (request.body ?? {}) as Record<string, unknown>);
    } catch (error) {
      return refuse(reply, 400, z.prettifyError(error as z.ZodError));
    }
    return reply.send(faults);
  });
}

function isKnownKey(faults: SinkFaults, request: FastifyRequest): boolean {
  const key = /^Bearer (SG\..+)$/.exec(request.headers.authorization ?? '')?.[1];
  return key !== undefined && key !== REVOKED_KEY && !faults.revoked;
}

/** Takes a mail, unless it or its sender is refused, or a fault is switched on. */
async function send(
  { mailbox, arrivals, faults, webhook, signal }: Inside,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<unknown> {
  if (!isKnownKey(faults, request)) {
    return refuse(reply, 401, 'The provided authorization grant is invalid, expired, or revoked');
  }
  if (faults.delayMs > 0) await pause(faults.delayMs);
  if (takeOne(faults, 'tooManyNext')) {
    const reset = Math.ceil(Date.now() / 1000) + 1;
    reply.headers({ 'x-ratelimit-limit': '600', 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': String(reset), 'retry-after': '1' });
    return refuse(reply, 429, 'too many requests');
  }
  if (takeOne(faults, 'failNext')) return refuse(reply, 500, 'Internal Server Error');
  if (takeOne(faults, 'unavailableNext')) return refuse(reply, 503, 'Service Unavailable');
  const body = sendBodySchema.safeParse(request.body);
  if (UNVERIFIED_SENDER.test(body.data?.from.email ?? '')) {
    const why = 'The from address does not match a verified Sender Identity. Mail cannot be sent until this error is resolved.';
    return refuse(reply, 403, why, 'from');
  }
  if (!body.success) return reply.code(400).send({ errors: faultsOf(body) });
  const messageId = randomBytes(16).toString('base64url');
  const mails = mailsOf(body.data, messageId, new Date().toISOString());
  for (const mail of mails) {
    mailbox.add(mail);
    arrivals.add(mail);
  }
  if (takeOne(faults, 'cutNext')) {
    reply.hijack();
    request.raw.socket.destroy();
    return reply;
  }
  if (webhook.url) for (const mail of mails) webhook.tellAll(mail);
  if (faults.answerDelayMs > 0) await pause(faults.answerDelayMs, undefined, { signal: signal }).catch(() => undefined);
  return reply.code(202).header('x-message-id', messageId).send();
}

function takeOne(faults: SinkFaults, name: 'failNext' | 'unavailableNext' | 'tooManyNext' | 'cutNext'): boolean {
  if (faults[name] === 0) return false;
  faults[name] -= 1;
  return true;
}

/* The key outlives a restart, so that whoever was given its public half can go on checking signatures. */
function eventKey(file: string | undefined): KeyObject {
  if (file && existsSync(file)) return createPrivateKey(readFileSync(file));
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  if (file) writeFileSync(file, privateKey.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600 });
  return privateKey;
}

function publicKeyText(key: KeyObject): string {
  return createPublicKey(key).export({ type: 'spki', format: 'der' }).toString('base64');
}
