import path from 'node:path';
import { identitySettings, type KeyPair } from '@concert/machine-kit/key-pairs';
import { isLive, passkeysDemanded } from './live-keys.ts';
import type { Ports } from './ports.ts';
import { ROOT, type ServiceName } from '@concert/machine-kit/rooms';
import { acceptedKeysOf } from './key-rings.ts';
import type { Secrets } from './secrets.ts';

export type Settings = Readonly<Record<string, string>>;

/** Everything the settings of a local system are made from. */
export interface SystemPlan {
  readonly ports: Ports;
  readonly secrets: Secrets;
  readonly dataFolder: string;
  /** Where browsers reach the site. */
  readonly publicOrigin: string;
  readonly rabbitUrl: (service: ServiceName) => string;
  /** The broker as its administrator reaches it: for `npm run ops` and for tests, never for a service. */
  readonly rabbitAdminUrl: string;
  readonly mongoUrl: (service: ServiceName) => string;
  /** A service's database as its migrations reach it: also for `npm run ops` and for tests, never for a service. */
  readonly mongoMigrationUrl: (service: ServiceName) => string;
  /** What the person set; it wins, for a real account or another value. */
  readonly env: NodeJS.ProcessEnv;
}

/** A provider that a stand-in can play. */
export type StandIn = 'payments' | 'mailbox' | 'identity';

/** The remotes' names in remotes.json and the rooms they are built in. */
const REMOTES = { public: 'mfe-public', booking: 'mfe-booking', admin: 'mfe-admin' } as const;

/** The settings of which any names an account of one's own at a provider, so that no stand-in is needed. */
const ACCOUNTS: Readonly<Record<StandIn, readonly string[]>> = {
  payments: ['STRIPE_SECRET_KEY', 'STRIPE_SECRET_KEY_FILE', 'STRIPE_API_URL'],
  mailbox: ['SENDGRID_API_KEY', 'SENDGRID_API_KEY_FILE', 'SENDGRID_API_URL'],
  identity: ['GOOGLE_CLIENT_ID', 'GOOGLE_ISSUER'],
};
const hasAccount = (env: NodeJS.ProcessEnv, provider: StandIn): boolean => ACCOUNTS[provider].some((name) => env[name]);

/** The providers that a stand-in plays, because the person named no account there. Beside a live payment key nobody signs in by a stand-in. */
export function standInsOf(env: NodeJS.ProcessEnv): StandIn[] {
  return (Object.keys(ACCOUNTS) as StandIn[]).filter((name) => !hasAccount(env, name) && !(name === 'identity' && isLive(env)));
}

/** The client that the stand-in knows. */
export const STAND_IN_CLIENT = 'concert-local';

const local = (port: number): string => `http://127.0.0.1:${port}`;
export const localPage = (port: number): string => `http://localhost:${port}`;

function forEveryProcess(plan: SystemPlan, name: 'gateway' | ServiceName, port: number): Record<string, string> {
  return {
    ...inherited(plan.env),
    SERVICE_PORT: String(port),
    METRICS_PORT: String(plan.ports[`metrics-${name}`]),
    PUBLIC_ORIGIN: plan.publicOrigin,
    ...identitySettings(name, identityPairs(plan.secrets)),
    PSEUDONYM_KEY: plan.secrets.pseudonymKey,
  };
}

/** The pairs by which each process is known; the first of its own signs. */
export function identityPairs({ identityKeys }: Secrets): Record<string, readonly KeyPair[]> {
  return Object.fromEntries(Object.entries(identityKeys).map(([name, ring]) => [name, acceptedKeysOf(ring)]));
}

/** The settings of keys that sign what is mailed and sold. */
export function signingSettings({ ticketKeys, accountLinkKeys, refundLinkKeys }: Secrets) {
  const listed = (keys: readonly string[]) => keys.join(',');
  return {
    TICKET_SIGNING_KEYS: listed(acceptedKeysOf(ticketKeys).map(({ privateKey }) => privateKey)),
    AUTH_LINK_KEYS: listed(acceptedKeysOf(accountLinkKeys)),
    REFUND_LINK_KEYS: listed(acceptedKeysOf(refundLinkKeys)),
  };
}

/** What migrating a service's database takes. */
export function migrationSettings({ env, mongoMigrationUrl }: Pick<SystemPlan, 'env' | 'mongoMigrationUrl'>, name: ServiceName): Settings {
  return { ...inherited(env), MONGO_MIGRATION_URL: mongoMigrationUrl(name) };
}

/** A service gets its own database and secrets and no one else's. */
export function serviceSettings(plan: SystemPlan, name: ServiceName): Settings {
  const { env, ports, secrets } = plan;
  const settings = { ...forEveryProcess(plan, name, ports[name]), MONGO_URL: plan.mongoUrl(name), RABBITMQ_URL: plan.rabbitUrl(name) };
  const keys = signingSettings(secrets);
  const bookingUrl = { BOOKING_URL: local(ports['svc-booking']) };
  switch (name) {
    case 'svc-auth':
      return {
        ...settings,
        ...bookingUrl,
        AUTH_LINK_KEYS: keys.AUTH_LINK_KEYS,
        AUTH_PASSKEYS_DEMANDED: passkeysDemanded(env),
        ...(!standInsOf(env).includes('identity')
          ? ownOf(env, 'GOOGLE_')
          : { GOOGLE_ISSUER: local(ports.identity), GOOGLE_CLIENT_ID: STAND_IN_CLIENT, GOOGLE_CLIENT_SECRET: secrets.googleSecret }),
      };
    case 'svc-booking':
      return {
        // On one machine every visitor has one address, and the crowds of verification runs share accounts too.
        UNPAID_HOLDS_PER_ACCOUNT: '1000000',
        UNPAID_HOLDS_PER_SOURCE: '1000000',
        OPEN_SEATS_PER_ACCOUNT: '1000000',
        OPEN_SEATS_PER_SOURCE: '1000000',
        WAITING_PER_SOURCE: '1000000',
        // The evening of a new system is weeks ahead, and its door is there to be tried.
        ...(isLive(env) ? {} : { DOOR_OPENS_HOURS_BEFORE: '10000' }),
        ...settings,
        PAYMENTS_LIVE: String(isLive(env)),
        AUTH_URL: local(ports['svc-auth']),
        PAYMENT_URL: local(ports['svc-payment']),
        NOTIFY_URL: local(ports['svc-notify']),
        TICKET_SIGNING_KEYS: keys.TICKET_SIGNING_KEYS,
      };
    case 'svc-payment':
      return {
        ...settings,
        ...bookingUrl,
        AUTH_URL: local(ports['svc-auth']),
        REFUND_LINK_KEYS: keys.REFUND_LINK_KEYS,
        ...(hasAccount(env, 'payments')
          ? ownOf(env, 'STRIPE_')
          : { STRIPE_SECRET_KEY: secrets.stripeKey, STRIPE_WEBHOOK_SECRETS: secrets.stripeWebhook, STRIPE_API_URL: local(ports.payments) }),
      };
    case 'svc-notify':
      return {
        // The stand-in has no plan, and all visitors have one address.
        ...(hasAccount(env, 'mailbox') ? {} : { MAILS_PER_DAY: '1000000' }),
        ...settings,
        ...bookingUrl,
        AUTH_URL: local(ports['svc-auth']),
        PAYMENT_URL: local(ports['svc-payment']),
        MAIL_FROM: env.MAIL_FROM || 'tickets@concert.example',
        CONTACT_EMAIL: env.CONTACT_EMAIL || 'organisers@concert.example',
        ...(hasAccount(env, 'mailbox')
          ? ownOf(env, 'SENDGRID_')
          : {
              SENDGRID_API_KEY: secrets.sendgridKey,
              SENDGRID_API_URL: local(ports.mailbox),
              SENDGRID_EVENT_PUBLIC_KEYS: secrets.mailEvents.publicKey,
            }),
      };
  }
}

export function gatewaySettings(plan: SystemPlan): Settings {
  const { ports } = plan;
  return {
    // On one machine every visitor has one address, including the crowd of a test.
    HTTP_MOST_UNDER_WAY_PER_NETWORK: '1000',
    ...forEveryProcess(plan, 'gateway', ports.site),
    // Stand-ins and the steps of a start come from this machine, whatever the site's public name is.
    ALLOWED_HOSTS: [plan.env.ALLOWED_HOSTS, `127.0.0.1:${ports.site}`].filter(Boolean).join(','),
    PAYMENTS_LIVE: String(isLive(plan.env)),
    AUTH_URL: local(ports['svc-auth']),
    BOOKING_URL: local(ports['svc-booking']),
    PAYMENT_URL: local(ports['svc-payment']),
    NOTIFY_URL: local(ports['svc-notify']),
    ...webSettings(ROOT),
  };
}

/** The settings that tell the gateway where the built front end of a checkout is. */
export function webSettings(checkout: string): Settings {
  return {
    WEB_SHELL: path.join(checkout, 'shell/dist'),
    WEB_REMOTES: JSON.stringify(
      Object.fromEntries(Object.entries(REMOTES).map(([name, room]) => [name, path.join(checkout, room, 'dist')])),
    ),
  };
}

/** Where the providers send their messages, below the address of the site. */
export const PAYMENT_EVENTS_PATH = '/api/stripe-webhook';
export const MAIL_EVENTS_PATH = '/api/sendgrid-events';

/** The events that the payment provider is set to send to the webhook; docs/settings.md asks for the same in a real account. */
export const WEBHOOK_TYPES: readonly string[] = [
  'checkout.session.completed',
  'checkout.session.async_payment_succeeded',
  'checkout.session.async_payment_failed',
  'checkout.session.expired',
  'refund.created',
  'refund.updated',
  'refund.failed',
  'charge.refunded',
  'charge.dispute.created',
  'charge.dispute.updated',
  'charge.dispute.closed',
  'charge.dispute.funds_withdrawn',
  'charge.dispute.funds_reinstated',
];

/** The events that the mail provider is set to send, likewise. */
export const MAIL_EVENT_TYPES: readonly string[] = ['delivered', 'deferred', 'bounce', 'dropped', 'spamreport'];

/** The settings of a stand-in. What it tells comes through the gateway, as the real provider's messages would. */
export function standInSettings({ ports, secrets, dataFolder, publicOrigin, env }: SystemPlan, name: StandIn): Settings {
  const own: Readonly<Record<StandIn, Settings>> = {
    payments: {
      WEBHOOK_URL: `${local(ports.site)}${PAYMENT_EVENTS_PATH}`,
      WEBHOOK_SECRET: secrets.stripeWebhook,
      WEBHOOK_TYPES: WEBHOOK_TYPES.join(','),
      PUBLIC_URL: localPage(ports.payments),
    },
    mailbox: {
      EVENT_WEBHOOK_URL: `${local(ports.site)}${MAIL_EVENTS_PATH}`,
      EVENT_TYPES: MAIL_EVENT_TYPES.join(','),
      EVENT_SIGNING_KEY: secrets.mailEvents.privateKey,
    },
    identity: {
      CLIENT_ID: STAND_IN_CLIENT,
      CLIENT_SECRET: secrets.googleSecret,
      REDIRECT_URIS: `${publicOrigin}/api/auth/google/callback`,
    },
  };
  const data = path.join(dataFolder, `${name}.json`);
  return { ...inherited(env), STANDIN_PORT: String(ports[name]), STANDIN_DATA_FILE: data, ...own[name] };
}

/** Belongs to one process only, or to these tools. */
const NOT_INHERITED =
  /^(STRIPE_|SENDGRID_|GOOGLE_|AUTH_LINK_KEYS|TICKET_SIGNING_KEYS|REFUND_LINK_KEYS|EVENT_|WEBHOOK_|CLIENT_|REDIRECT_URIS|MONGO|RABBITMQ_|PORT$|PORT_BASE$|PUBLIC_ORIGIN|IDENTITY_|PSEUDONYM_KEY|SERVICE_PORT|METRICS_PORT|SEED_|STANDIN_|npm_|INIT_CWD$|NODE_OPTIONS$|JEST_)/;

/** What the person has in the environment, such as LOG_LEVEL or CONCERT_STATE, without what is meant for one process only. */
function inherited(env: NodeJS.ProcessEnv): Record<string, string> {
  return Object.fromEntries(
    Object.entries(env).filter((entry): entry is [string, string] => entry[1] !== undefined && !NOT_INHERITED.test(entry[0])),
  );
}

/** What the person set of an account of their own at a provider. */
function ownOf(env: NodeJS.ProcessEnv, provider: string): Record<string, string> {
  return Object.fromEntries(
    Object.entries(env).filter((entry): entry is [string, string] => Boolean(entry[1]) && entry[0].startsWith(provider)),
  );
}
