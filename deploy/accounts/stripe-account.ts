import { Failure } from '@concert/machine-kit/failure';
import Stripe from 'stripe';
import { isLive } from '../../dev/system/live-keys.ts';
import { WrongAnswer } from './wrong-answer.ts';

const TIMEOUT_MS = 10_000;
const KEYS_PAGE = 'https://dashboard.stripe.com/apikeys';
/** Id of an object that does not exist: a call with it changes nothing, and its refusal tells whether the key has the right. */
const NOTHING = 'asks_for_rights_only';

/** What the site asks of Stripe, by the right that a restricted key needs for it. */
const RIGHTS: Readonly<Record<string, (stripe: Stripe) => Promise<unknown>>> = {
  'Checkout Sessions: write': (stripe) => stripe.checkout.sessions.expire(`cs_${NOTHING}`),
  'Charges and Refunds: write': (stripe) => stripe.refunds.create({ charge: `ch_${NOTHING}` }),
  'PaymentIntents: read': (stripe) => stripe.paymentIntents.list({ limit: 1 }),
  'Charges: read': (stripe) => stripe.charges.list({ limit: 1 }),
  'Disputes: read': (stripe) => stripe.disputes.list({ limit: 1 }),
  'Balance: read': (stripe) => stripe.balance.retrieve(),
  'Balance transactions: read': (stripe) => stripe.balanceTransactions.list({ limit: 1 }),
  'Payouts: read': (stripe) => stripe.payouts.list({ limit: 1 }),
  'Early fraud warnings: read': (stripe) => stripe.radar.earlyFraudWarnings.list({ limit: 1 }),
  'Events: read': (stripe) => stripe.events.list({ limit: 1 }),
  'Webhook Endpoints: write': (stripe) => stripe.webhookEndpoints.update(`we_${NOTHING}`, {}),
};

/** An address that Stripe tells of events. */
export interface Endpoint {
  readonly id: string;
  readonly url: string;
  readonly events: readonly string[];
  readonly isEnabled: boolean;
}

/**
 * The account behind a key, by the official SDK. Each method is one call, but for {@link missingRights}.
 * Every one throws WrongAnswer where Stripe refuses the key, and Failure where it does not answer.
 */
export class StripeAccount {
  private readonly stripe: Stripe;

  /** @param apiUrl another server that speaks Stripe's protocol; never beside a live key */
  constructor(key: string, apiUrl?: string) {
    if (apiUrl && isLive({ STRIPE_SECRET_KEY: key }))
      throw new WrongAnswer('A live key is sent to Stripe only, and STRIPE_API_URL names another server.', 'take STRIPE_API_URL away.');
    const address = apiUrl ? new URL(apiUrl) : undefined;
    const protocol = address?.protocol === 'http:' ? 'http' : 'https';
    this.stripe = new Stripe(key, {
      timeout: TIMEOUT_MS,
      maxNetworkRetries: 1,
      telemetry: false,
      ...(address ? { host: address.hostname, port: address.port || (protocol === 'http' ? 80 : 443), protocol } : {}),
    });
  }

  /** Whose the key is, and whether payments can be taken; undefined where a restricted key may not ask. */
  async account(): Promise<{ name: string; takesPayments: boolean; country: string; currency: string } | undefined> {
    try {
      const account = await this.stripe.accounts.retrieveCurrent();
      return {
        name: account.business_profile?.name ?? account.id,
        takesPayments: account.charges_enabled,
        country: account.country ?? 'unknown',
        currency: account.default_currency ?? 'unknown',
      };
    } catch (error) {
      if (error instanceof Stripe.errors.StripePermissionError) return undefined;
      throw reasonOf(error, 'tell whose the key is');
    }
  }

  /** The rights that a restricted key lacks, with Stripe's own name of each. Nothing is changed by asking. */
  async missingRights(): Promise<string[]> {
    const asked = Object.entries(RIGHTS).map(async ([right, ask]) => {
      try {
        await ask(this.stripe);
      } catch (error) {
        if (error instanceof Stripe.errors.StripePermissionError) return [`${right} (${rightIn(error)})`];
        if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw reasonOf(error, 'tell what the key may do');
      }
      return [];
    });
    return (await Promise.all(asked)).flat();
  }

  /** Every endpoint, or those that stand for an address. */
  async endpoints(url?: string): Promise<Endpoint[]> {
    const all = await this.stripe.webhookEndpoints
      .list({ limit: 100 })
      .autoPagingToArray({ limit: 1_000 })
      .catch((error: unknown) => {
        throw reasonOf(error, 'list the webhook endpoints');
      });
    return all.filter((endpoint) => url === undefined || endpoint.url === url).map(endpointOf);
  }

  /** @returns the new endpoint with its secret, which Stripe tells this once */
  async makeEndpoint(url: string, events: readonly string[]): Promise<{ id: string; secret: string }> {
    const { id, secret } = await this.stripe.webhookEndpoints.create({ url, enabled_events: enabled(events) }).catch((error: unknown) => {
      throw reasonOf(error, 'register the webhook endpoint');
    });
    if (!secret) throw new Failure('Stripe made a webhook endpoint and gave no secret.', 'run the same command again.');
    return { id, secret };
  }

  async changeEndpoint(id: string, events: readonly string[]): Promise<void> {
    await this.stripe.webhookEndpoints.update(id, { enabled_events: enabled(events), disabled: false }).catch((error: unknown) => {
      throw reasonOf(error, 'change the webhook endpoint');
    });
  }

  async removeEndpoint(id: string): Promise<void> {
    await this.stripe.webhookEndpoints.del(id).catch((error: unknown) => {
      throw reasonOf(error, 'delete the old webhook endpoint');
    });
  }
}

const enabled = (events: readonly string[]) => [...events] as Stripe.WebhookEndpointCreateParams.EnabledEvent[];

function endpointOf({ id, url, enabled_events: events, status }: Stripe.WebhookEndpoint): Endpoint {
  return { id, url, events, isEnabled: status === 'enabled' };
}

/** The name of the right in Stripe's refusal. */
function rightIn({ message }: Error): string {
  return /'(\w+_(?:read|write))'/.exec(message)?.[1] ?? 'which one Stripe does not say';
}

function reasonOf(error: unknown, what: string): Failure {
  if (error instanceof Stripe.errors.StripeAuthenticationError)
    return new WrongAnswer('Stripe does not know this key.', `copy a secret key of your account from ${KEYS_PAGE}.`, error);
  if (error instanceof Stripe.errors.StripePermissionError)
    return new WrongAnswer(`The Stripe key may not ${what}: it lacks ${rightIn(error)}.`, `give it this right at ${KEYS_PAGE}.`, error);
  if (error instanceof Stripe.errors.StripeInvalidRequestError)
    return new Failure(`Stripe refuses to ${what}: ${error.message}`, 'fix it at https://dashboard.stripe.com and run this again.', error);
  const status = error instanceof Stripe.errors.StripeError ? error.statusCode : undefined;
  return new Failure(
    `Stripe does not answer as it should when asked to ${what} (${status ? `status ${status}` : 'no answer'}).`,
    'look at https://status.stripe.com and run the same command again: what was registered is found again.',
    error,
  );
}
