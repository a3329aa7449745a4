import { Failure } from '@concert/machine-kit/failure';
import { Client } from '@sendgrid/client';
import { WrongAnswer } from './wrong-answer.ts';

const TIMEOUT_MS = 10_000;
const KEYS_PAGE = 'https://app.sendgrid.com/settings/api_keys';
const SETTINGS = '/v3/user/webhooks/event/settings';
/** How the webhook's settings name the events that are not named so in its messages. */
const FLAGS: Readonly<Record<string, string>> = { spamreport: 'spam_report' };
const OTHER_FLAGS = ['processed', 'open', 'click', 'unsubscribe', 'group_unsubscribe', 'group_resubscribe'];

/** A row of DNS that proves a domain. */
export interface DnsRow {
  readonly valid: boolean;
  readonly type: string;
  readonly host: string;
  readonly data: string;
}

/** An address that SendGrid tells what became of mails. */
export interface EventWebhook {
  readonly id: string;
  /** Whether it is told of the events that are wanted and of no others, signed. */
  readonly isRight: boolean;
  /** Verification key; undefined while it is not signed. */
  readonly publicKey: string | undefined;
}

type Row = Readonly<Record<string, unknown>>;

/**
 * The account behind a key, by the official SDK. Each method is one call.
 * Every one throws WrongAnswer where SendGrid refuses the key, and Failure where it does not answer.
 */
export class SendgridAccount {
  private readonly client = new Client();

  /** @param apiUrl another server that speaks SendGrid's protocol */
  constructor(key: string, apiUrl?: string) {
    this.client.setApiKey(key);
    if (apiUrl) this.client.setDefaultRequest('baseUrl', `${apiUrl}/`);
    // The SDK hands these on, though its types do not know them.
    const bounds = { method: 'GET', url: '', maxRedirects: 0, timeout: TIMEOUT_MS } as const;
    this.client.setDefaultRequest(bounds);
  }

  /** What the key may do. */
  async scopes(): Promise<string[]> {
    return ((await this.call('GET', '/v3/scopes', 'tell what the key may do')) as { scopes?: string[] }).scopes ?? [];
  }

  /** The domains of the account, proven or not, with the rows that prove them. */
  async domains(): Promise<{ domain: string; valid: boolean; rows: DnsRow[] }[]> {
    const found = (await this.call('GET', '/v3/whitelabel/domains?limit=100', 'list the domains (Sender Authentication: read)')) as {
      domain: string;
      valid: boolean;
      dns?: Record<string, DnsRow>;
    }[];
    return found.map(({ domain, valid, dns }) => ({ domain: domain.toLowerCase(), valid, rows: Object.values(dns ?? {}) }));
  }

  /** Makes a domain known, which is proven by the rows that are returned; undefined where the key may not. */
  async registerDomain(domain: string): Promise<DnsRow[] | undefined> {
    const body = { domain, automatic_security: true };
    const made = (await this.callIfAllowed('POST', '/v3/whitelabel/domains', 'register the domain', body)) as
      { dns?: Record<string, DnsRow> } | undefined;
    return made && Object.values(made.dns ?? {});
  }

  /** Single senders of the account, proven or not. */
  async senders(): Promise<{ email: string; verified: boolean }[]> {
    const { results = [] } = (await this.call('GET', '/v3/verified_senders?limit=100', 'list the senders')) as {
      results?: { from_email: string; verified: boolean }[];
    };
    return results.map(({ from_email: email, verified }) => ({ email: email.toLowerCase(), verified }));
  }

  /** Plan of the account; undefined where the key may not ask. */
  async plan(): Promise<string | undefined> {
    const account = (await this.callIfAllowed('GET', '/v3/user/account', 'tell the plan')) as { type?: string } | undefined;
    return account?.type;
  }

  /** Mails that the plan allows in a day; undefined where the provider does not tell. */
  async mailsPerDay(): Promise<number | undefined> {
    const credits = (await this.callIfAllowed('GET', '/v3/user/credits', 'tell the plan')) as
      { total?: number; reset_frequency?: string } | undefined;
    const days = { daily: 1, weekly: 7, monthly: 30 }[credits?.reset_frequency ?? ''];
    return credits?.total === undefined || days === undefined ? undefined : Math.floor(credits.total / days);
  }

  /** The event webhook that stands for an address. */
  async webhook(url: string, events: readonly string[]): Promise<EventWebhook | undefined> {
    const found = (await this.webhooks()).all.find((webhook) => webhook['url'] === url);
    if (!found) return undefined;
    const wanted = Object.entries({ enabled: true, ...flagsOf(events) });
    const publicKey = typeof found['public_key'] === 'string' && found['public_key'] !== '' ? found['public_key'] : undefined;
    return {
      id: String(found['id']),
      isRight: publicKey !== undefined && wanted.every(([flag, value]) => (found[flag] ?? false) === value),
      publicKey,
    };
  }

  /** Whether one stands for an address, or the plan allows one more. */
  async hasRoomFor(url: string): Promise<boolean> {
    const { all, most } = await this.webhooks();
    return all.length < most || all.some((webhook) => webhook['url'] === url);
  }

  private async webhooks(): Promise<{ all: Row[]; most: number }> {
    const { webhooks = [], max_allowed: most = Infinity } = (await this.call('GET', `${SETTINGS}/all`, 'list the event webhooks')) as {
      webhooks?: Row[];
      max_allowed?: number;
    };
    return { all: webhooks, most };
  }

  /** @returns id of the new webhook, which is not signed yet */
  async makeWebhook(url: string, events: readonly string[]): Promise<string> {
    const body = { url, enabled: true, friendly_name: 'Concert', ...flagsOf(events) };
    return ((await this.call('POST', SETTINGS, 'register the event webhook', body)) as { id: string }).id;
  }

  async changeWebhook(id: string, url: string, events: readonly string[]): Promise<void> {
    await this.call('PATCH', `${SETTINGS}/${id}`, 'change the event webhook', { url, enabled: true, ...flagsOf(events) });
  }

  /** Has its messages signed. @returns the verification key */
  async signWebhook(id: string): Promise<string> {
    const { public_key: key } = (await this.call('PATCH', `${SETTINGS}/signed/${id}`, 'sign the event webhook', { enabled: true })) as {
      public_key?: string;
    };
    if (!key) throw new Failure('SendGrid gave no verification key for the event webhook.', 'run the same command again.');
    return key;
  }

  private async callIfAllowed(method: 'GET' | 'POST', url: string, what: string, body?: object): Promise<unknown> {
    try {
      return await this.call(method, url, what, body);
    } catch (error) {
      if (error instanceof WrongAnswer) return undefined;
      throw error;
    }
  }

  private async call(method: 'GET' | 'POST' | 'PATCH', url: string, what: string, body?: object): Promise<unknown> {
    try {
      const [, answer] = (await this.client.request({ method, url, ...(body ? { body } : {}) })) as [unknown, unknown];
      if (typeof answer !== 'object') throw new Error('a page for people');
      return answer;
    } catch (error) {
      throw reasonOf(error, what);
    }
  }
}

function flagsOf(events: readonly string[]): Record<string, boolean> {
  const wanted = events.map((event) => FLAGS[event] ?? event);
  return Object.fromEntries([...wanted.map((flag) => [flag, true]), ...OTHER_FLAGS.map((flag) => [flag, false])]) as Record<
    string,
    boolean
  >;
}

function reasonOf(error: unknown, what: string): Failure {
  const { code, response } = error as { code?: unknown; response?: { body?: { errors?: { message?: string }[] } } };
  const said = response?.body?.errors?.[0]?.message;
  // What the SDK throws holds the key in the headers of the request: it is no cause of ours.
  if (code === 401) return new WrongAnswer('SendGrid does not know this key.', `make one at ${KEYS_PAGE} and copy all of it (SG.…).`);
  if (code === 403)
    return new WrongAnswer(`SendGrid does not let this key ${what}${said ? `: ${said}` : ''}.`, `give it this right at ${KEYS_PAGE}.`);
  if (typeof code === 'number' && code < 500 && code !== 429)
    return new Failure(
      `SendGrid refuses to ${what} (status ${code})${said ? `: ${said}` : ''}.`,
      'fix it at https://app.sendgrid.com and run this again.',
    );
  return new Failure(
    `SendGrid does not answer as it should when asked to ${what} (${typeof code === 'number' ? `status ${code}` : 'no answer'}).`,
    'look at https://status.sendgrid.com and run the same command again: what was registered is found again.',
  );
}
