import { Failure } from './failure.ts';

/** A broker as its administrator reaches it. */
export interface Broker {
  readonly url: string;
  readonly managementUrl: string;
}

/** A fact as its contract names it: its type begins with its owner's name, `svc-` left out. */
interface FactName {
  readonly type: string;
  /** `svc-x` or `svc-x.purpose`. */
  readonly consumedBy: readonly string[];
}

/** What a system has at a broker. */
export interface BrokerPlan {
  /** The topic exchange of facts. */
  readonly exchange: string;
  /** Stands before the name of each account, where several systems share a broker. */
  readonly prefix: string;
  /** The password of each service. */
  readonly passwords: Readonly<Record<string, string>>;
  readonly facts: readonly FactName[];
}

/** Regular expressions of names, as the broker takes them. */
interface Rights {
  readonly configure: string;
  readonly write: string;
  readonly read: string;
  /** Keys of the exchange of facts under which it may publish, and to which it may bind its queues. */
  readonly topics: { readonly write: string; readonly read: string };
}

const quoted = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');

/**
 * The rights of one service's account (RabbitMQ, "Access Control"): it has what begins with the account's name, publishes to the exchange of
 * facts under keys that begin with the owner's name, and hears the facts that name it as a consumer and what is sent to its queues alone. It
 * may not write to the default exchange, through which it would reach every queue, nor declare or delete the exchange of facts.
 */
export function rightsOf(service: string, { exchange, prefix, facts }: Omit<BrokerPlan, 'passwords'>): Rights {
  const own = `${quoted(`${prefix}${service}`)}\\.`;
  const consumed = facts.filter(({ consumedBy }) => consumedBy.some((consumer) => consumer.split('.')[0] === service));
  const ownOrFacts = `^(${own}.*|${quoted(exchange)})$`;
  return {
    configure: `^${own}`,
    write: ownOrFacts,
    read: ownOrFacts,
    topics: {
      write: `^${quoted(service.replace(/^svc-/, ''))}\\.`,
      read: `^(${[...consumed.map(({ type }) => quoted(type)), `\\*\\.to\\.${own}.*`].join('|')})$`,
    },
  };
}

/** The management interface of a broker, used as an administrator of one virtual host. */
export class BrokerAdministrator {
  readonly #base: string;
  readonly #authorization: string;
  readonly #host: string;

  /**
   * @param url http(s) address with account and password
   * @param host the virtual host
   */
  constructor(url: string, host = '/') {
    const { protocol, host: at, username, password } = new URL(url);
    this.#base = `${protocol}//${at}/api`;
    this.#authorization = `Basic ${Buffer.from(`${decodeURIComponent(username)}:${decodeURIComponent(password)}`).toString('base64')}`;
    this.#host = encodeURIComponent(host);
  }

  /** Whether it answers and knows the account. */
  async answers(): Promise<boolean> {
    return (await this.#ask('GET', 'whoami')) === 200;
  }

  /**
   * Makes the exchange of facts and an account for each service, and takes from accounts that exist what they have beyond their rights.
   * @throws Failure when the broker refuses or does not answer
   */
  async setUp(plan: BrokerPlan): Promise<void> {
    await this.makeExchange(plan.exchange);
    await Promise.all(Object.entries(plan.passwords).map(([service, password]) => this.#account(service, password, plan)));
  }

  /**
   * Makes the exchange of facts where there is none.
   * @param signal gives up
   * @returns whether there was none
   * @throws Failure when the broker refuses or does not answer
   */
  async makeExchange(exchange: string, signal?: AbortSignal): Promise<boolean> {
    const path = `exchanges/${this.#host}/${encodeURIComponent(exchange)}`;
    return (await this.#ask('PUT', path, { type: 'topic', durable: true }, signal)) === 201;
  }

  async #account(service: string, password: string, plan: BrokerPlan): Promise<void> {
    const user = encodeURIComponent(`${plan.prefix}${service}`);
    const { topics, ...rights } = rightsOf(service, plan);
    await this.#ask('PUT', `users/${user}`, { password, tags: '' });
    // Without rights on topics it might publish everything: they come first.
    await this.#ask('PUT', `topic-permissions/${this.#host}/${user}`, { exchange: plan.exchange, ...topics });
    await this.#ask('PUT', `permissions/${this.#host}/${user}`, rights);
  }

  /** The names of the queues that begin with a system's prefix. */
  async queuesOf({ prefix }: Pick<BrokerPlan, 'prefix'>): Promise<string[]> {
    const { text } = await this.#answer('GET', `queues/${this.#host}?disable_stats=true`);
    return (JSON.parse(text) as { name: string }[]).map(({ name }) => name).filter((name) => name.startsWith(prefix));
  }

  /** Removes the accounts of a system; its queues stay. */
  async removeAccounts({ prefix, passwords }: Pick<BrokerPlan, 'prefix' | 'passwords'>): Promise<void> {
    for (const service of Object.keys(passwords)) await this.#ask('DELETE', `users/${encodeURIComponent(`${prefix}${service}`)}`);
  }

  /** @returns the status of the answer */
  async #ask(method: string, path: string, body?: object, signal?: AbortSignal): Promise<number> {
    return (await this.#answer(method, path, body, signal)).status;
  }

  async #answer(method: string, path: string, body?: object, signal?: AbortSignal): Promise<{ status: number; text: string }> {
    const timeout = AbortSignal.timeout(10_000);
    const response = await fetch(`${this.#base}/${path}`, {
      method,
      headers: { authorization: this.#authorization, 'content-type': 'application/json' },
      ...(body ? { body: JSON.stringify(body) } : {}),
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    }).catch((error: unknown) => {
      throw new Failure(
        'The management interface of RabbitMQ does not answer.',
        'enable its plugin (rabbitmq-plugins enable rabbitmq_management), and set RABBITMQ_MANAGEMENT_URL where it is not on port 15672.',
        error,
      );
    });
    const text = await response.text();
    if (response.ok || (method === 'DELETE' && response.status === 404)) return { status: response.status, text };
    throw new Failure(
      `RabbitMQ refused ${method} ${decodeURIComponent(path)} with ${response.status}: ${text.slice(0, 200)}`,
      'use an account with the tag administrator.',
    );
  }
}

/** The address of a service's account beside that of an administrator. */
export function urlOfAccount(adminUrl: string, account: string, password: string): string {
  const url = new URL(adminUrl);
  url.username = encodeURIComponent(account);
  url.password = encodeURIComponent(password);
  return url.href;
}

/** The management interface of a broker that somebody else runs: named, or where it is by default. */
export function managementUrl(amqpUrl: string, named: string | undefined): string {
  if (named) return named;
  const url = new URL(amqpUrl);
  return `http://${url.username || 'guest'}:${url.password || 'guest'}@${url.hostname}:15672`;
}
