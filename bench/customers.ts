import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { Caller, problemCodeOf, type Answer } from '@concert/test-kit/caller';
import { GOOD_CARD, type Buyer } from '@concert/test-kit/site-client';
import type { SystemAddress } from '../dev/system/address.ts';

const CARD = new URLSearchParams({ cardNumber: GOOD_CARD, cardExpiry: '12 / 40', cardCvc: '123' }).toString();

/** An answer of 503. */
export interface Refusal {
  readonly path: string;
  readonly code: string;
  readonly ms: number;
}

/** Many people's requests to the site, to the provider's page and to the mailbox, over kept connections. */
export class Customers {
  readonly refusals: Refusal[] = [];
  readonly site: string;
  readonly #site: Caller;
  readonly #payments: Caller;
  readonly #mailbox: Caller;

  /** @param most requests under way at once @throws Error when the system pays or mails at a real provider */
  constructor({ site, payments, mailbox }: SystemAddress, most: number) {
    if (!payments || !mailbox) throw new Error('this is measured with the stand-ins for payments and email');
    this.site = new URL(site).origin;
    this.#site = new Caller(site, most);
    this.#payments = new Caller(payments, most);
    this.#mailbox = new Caller(mailbox, 10);
  }

  /**
   * Sends one request until it is not refused because of overload; waits as long as the answer says.
   * @param most refusals after which somebody gives up @param goesOn whether it is still worth asking
   */
  async post(
    { cookie, address }: Buyer,
    path: string,
    body: object,
    { most = Infinity, goesOn = () => true }: { readonly most?: number; readonly goesOn?: () => boolean } = {},
  ): Promise<Answer> {
    const headers = {
      origin: this.site,
      'x-forwarded-for': address!,
      'idempotency-key': randomUUID(),
      cookie,
    };
    for (let tries = 1; ; tries += 1) {
      const from = performance.now();
      const answer = await this.#site.send({ method: 'POST', path, headers, body: JSON.stringify(body) });
      if (answer.status !== 503) return answer;
      this.refusals.push({ path, code: problemCodeOf(answer), ms: performance.now() - from });
      if (tries >= most || !goesOn()) return answer;
      await pause(answer.retryAfterMs ?? 1_000);
    }
  }

  /** Pays on the provider's page. */
  async pay(checkoutSessionId: string): Promise<void> {
    const answer = await this.#payments.send({
      method: 'POST',
      path: `/c/pay/${checkoutSessionId}`,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: CARD,
    });
    if (answer.status !== 303) throw new Error(`pay: ${answer.status}`);
  }

  /** What the mailbox says at a path. */
  async mailbox<T>(path: string): Promise<T> {
    return JSON.parse((await this.#mailbox.send({ method: 'GET', path })).body) as T;
  }

  close(): void {
    for (const caller of [this.#site, this.#payments, this.#mailbox]) caller.close();
  }
}

/**
 * The body of an answer that is one of success.
 * @throws Error naming the refusal
 */
export function served<T>(what: string, answer: Answer): T {
  if (answer.status >= 300) throw new Error(`${what}: ${answer.status} ${problemCodeOf(answer)}`);
  return JSON.parse(answer.body) as T;
}
