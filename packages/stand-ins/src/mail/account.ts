import { randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { refuse } from './mail.ts';

/** A row that the owner of a domain adds to its DNS, and whether it was found there. */
interface DnsRow {
  readonly valid: boolean;
  readonly type: string;
  readonly host: string;
  readonly data: string;
}

/** What a person set up in the provider's dashboard. */
export interface MailAccount {
  /** What a key may do. */
  scopes: string[];
  /** Single addresses that a link in a mail proves. */
  senders: { from_email: string; verified: boolean }[];
  /** Domains that rows in DNS prove. */
  domains: { id: number; domain: string; valid: boolean; dns: Record<string, DnsRow> }[];
  plan: 'free' | 'paid';
  credits: { total: number; remain: number; reset_frequency: string };
  /** How many event webhooks the plan allows. */
  mostWebhooks: number;
}

const SETTINGS = '/v3/user/webhooks/event/settings';
const FLAGS = [
  'bounce',
  'click',
  'deferred',
  'delivered',
  'dropped',
  'group_resubscribe',
  'group_unsubscribe',
  'open',
  'processed',
  'spam_report',
  'unsubscribe',
];
const settingsBody = z.strictObject({
  url: z.url().optional(),
  enabled: z.boolean().optional(),
  friendly_name: z.string().optional(),
  ...Object.fromEntries(FLAGS.map((flag) => [flag, z.boolean().optional()])),
});
type Webhook = { id: string; url: string; enabled: boolean; public_key: string | undefined } & Record<string, unknown>;

/** An account whose domain `concert.example` is proven. */
export function newMailAccount(): MailAccount {
  return {
    scopes: [
      'mail.send',
      'sender_verification_eligible',
      'user.account.read',
      'user.credits.read',
      'whitelabel.create',
      'whitelabel.read',
    ].concat(['create', 'delete', 'read', 'update'].map((act) => `user.webhooks.event.settings.${act}`)),
    senders: [],
    domains: [{ id: 1, domain: 'concert.example', valid: true, dns: {} }],
    plan: 'paid',
    credits: { total: 50_000, remain: 50_000, reset_frequency: 'monthly' },
    mostWebhooks: 5,
  };
}

/** What the account's calls need of the stand-in. */
export interface AccountCalls {
  readonly account: MailAccount;
  /** Whether a key is one of the account's. */
  readonly knows: (request: FastifyRequest) => boolean;
  /** A fault that is switched on: the status it answers, before anything is done. */
  readonly fault: () => number | undefined;
  /** As the provider shows it. */
  readonly publicKey: string;
}

type Asked = FastifyRequest<{ Params: { id: string } }>;
type Answer = (request: Asked, reply: FastifyReply) => unknown;
/** Adds a call that a key needs a right for. */
type Add = (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', url: string, scope: string | undefined, answer: Answer) => void;

/** Adds what is asked before a site sells: what a key may do, whom it may send as, the plan, and the addresses that are told of events. */
export function addAccountCalls(app: FastifyInstance, calls: AccountCalls): void {
  const { account, knows, fault } = calls;
  const add: Add = (method, url, scope, answer) => {
    app.route<{ Params: { id: string } }>({
      method,
      url,
      handler: (request, reply) => {
        if (!knows(request)) return refuse(reply, 401, 'authorization required');
        const status = fault();
        if (status !== undefined) return refuse(reply, status, 'internal error');
        if (scope !== undefined && !account.scopes.includes(scope)) return refuse(reply, 403, 'access forbidden');
        return answer(request, reply);
      },
    });
  };
  add('GET', '/v3/scopes', undefined, () => ({ scopes: account.scopes }));
  add('GET', '/v3/verified_senders', 'sender_verification_eligible', () => ({
    results: account.senders.map((sender, index) => ({ id: index + 1, ...sender })),
  }));
  add('GET', '/v3/whitelabel/domains', 'whitelabel.read', () => account.domains);
  add('POST', '/v3/whitelabel/domains', 'whitelabel.create', (request, reply) => {
    const body = z.object({ domain: z.string() }).safeParse(request.body);
    if (!body.success) return refuse(reply, 400, 'invalid domain');
    const { domain } = body.data;
    const row = (host: string, data: string) => ({ valid: false, type: 'cname', host: `${host}.${domain}`, data });
    const made = {
      id: account.domains.length + 1,
      domain,
      valid: false,
      dns: {
        mail_cname: row('em1', 'u1.wl.stand-in.example'),
        dkim1: row('s1._domainkey', 's1.domainkey.u1.wl.stand-in.example'),
        dkim2: row('s2._domainkey', 's2.domainkey.u1.wl.stand-in.example'),
      },
    };
    account.domains.push(made);
    return reply.code(201).send(made);
  });
  add('GET', '/v3/user/account', 'user.account.read', () => ({ type: account.plan, reputation: 100 }));
  add('GET', '/v3/user/credits', 'user.credits.read', () => ({
    ...account.credits,
    used: account.credits.total - account.credits.remain,
    overage: 0,
  }));
  addWebhookCalls(add, calls);
}

/** Webhooks are kept only: events go to the address that this stand-in was started with. */
function addWebhookCalls(add: Add, { account, publicKey }: AccountCalls): void {
  const webhooks = new Map<string, Webhook>();
  const found = (answer: (webhook: Webhook, request: Asked, reply: FastifyReply) => unknown): Answer => {
    return (request, reply) => {
      const webhook = webhooks.get(request.params.id);
      return webhook ? answer(webhook, request, reply) : refuse(reply, 404, 'not found');
    };
  };
  const change = (url: string, answer: (webhook: Webhook, request: Asked, reply: FastifyReply) => unknown): void =>
    add('PATCH', url, 'user.webhooks.event.settings.update', found(answer));
  add('GET', `${SETTINGS}/all`, 'user.webhooks.event.settings.read', () => ({
    max_allowed: account.mostWebhooks,
    webhooks: [...webhooks.values()],
  }));
  add('POST', SETTINGS, 'user.webhooks.event.settings.create', (request, reply) => {
    const body = settingsBody.safeParse(request.body);
    if (!body.success || body.data.url === undefined) return refuse(reply, 400, 'invalid webhook settings');
    if (webhooks.size >= account.mostWebhooks) return refuse(reply, 403, 'maximum number of event webhooks reached');
    const flags = Object.fromEntries(FLAGS.map((flag) => [flag, false]));
    // Signing is switched on by a call of its own.
    const webhook: Webhook = { enabled: true, ...flags, ...body.data, id: randomUUID(), url: body.data.url, public_key: undefined };
    webhooks.set(webhook.id, webhook);
    return reply.code(201).send(webhook);
  });
  change(`${SETTINGS}/:id`, (webhook, request, reply) => {
    const body = settingsBody.safeParse(request.body);
    return body.success ? Object.assign(webhook, body.data) : refuse(reply, 400, 'invalid webhook settings');
  });
  change(`${SETTINGS}/signed/:id`, (webhook, request) => {
    const { enabled } = z.object({ enabled: z.boolean() }).parse(request.body);
    webhook.public_key = enabled ? publicKey : undefined;
    return { id: webhook.id, public_key: webhook.public_key ?? '' };
  });
  add(
    'DELETE',
    `${SETTINGS}/:id`,
    'user.webhooks.event.settings.delete',
    found(({ id }, _request, reply) => {
      webhooks.delete(id);
      return reply.code(204).send();
    }),
  );
}
