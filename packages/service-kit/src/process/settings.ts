import { plainDigits } from '@concert/contracts/core/as-typed';
import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { keyPair, publicKeys, randomKey } from './key-settings.ts';
import { from, token, type Derived } from './provide.ts';
import { transportFaults } from './internal/transport-security.ts';

/** A whole number in a setting. */
export const wholeNumber = (least: number, most: number) =>
  z
    .string()
    .transform(plainDigits)
    .pipe(z.string().regex(/^[0-9]+$/, { error: `must be a whole number from ${least} to ${most}` }))
    .transform(Number)
    .refine((n) => n >= least && n <= most, { error: `must be a whole number from ${least} to ${most}` });

/** An http(s) address without a trailing slash. */
export const httpAddress = z
  .string()
  .refine((value) => /^https?:$/.test(URL.parse(value)?.protocol ?? ''), { error: 'must be an http or https address' })
  .transform((value) => value.replace(/\/+$/, ''));

/** One http(s) address or several, with commas between, that differ only in host and port. */
export const httpAddresses = z
  .string()
  .transform((value) => value.split(',').map((address) => address.trim()))
  .pipe(z.array(httpAddress))
  .refine((addresses) => new Set(addresses.map(besideHost)).size === 1, { error: 'must be addresses that differ only in host and port' });

function besideHost(address: string): string {
  const url = URL.parse(address);
  return `${url?.protocol}${url?.pathname}${url?.search}`;
}

/** The address pages are served at, as browsers send it in `Origin`: scheme, host, port, nothing else. */
export const originAddress = httpAddress.refine((value) => URL.parse(value)?.origin === value, {
  error: 'must be an origin: scheme, host and port, without a path',
});

/** The path of a file in PEM form, read when the process starts and again whenever it changes. */
const pemFile = z.string().min(1).optional();

/** `true` or `false`, without a default: for what nobody may forget to say. */
export const trueOrFalse = z.enum(['true', 'false'], { error: 'must be true or false' }).transform((value) => value === 'true');

/** `true` or `false`; unset is false. */
const yesOrNo = z
  .enum(['true', 'false'], { error: 'must be true or false' })
  .default('false')
  .transform((value) => value === 'true');

/** Says that plain text may cross the network to other machines, as between containers of one machine; unset, no process starts with such an address. */
const plaintext = yesOrNo;

/** Settings of every process that takes HTTP. */
export const httpSettings = {
  ALLOW_PLAINTEXT: plaintext,
  /** Certificate, with its chain, and key of this process: with them it speaks https only, also to who reads its health and metrics. */
  TLS_CERT_FILE: pemFile,
  TLS_KEY_FILE: pemFile,
  /** Authorities whose certificates other processes of this system have; when unset, those that Node knows. */
  TLS_CA_FILE: pemFile,
  SERVICE_HOST: z.string().min(1).default('127.0.0.1'),
  SERVICE_PORT: wholeNumber(0, 65_535),
  PUBLIC_ORIGIN: originAddress,
  LOG_LEVEL: z.enum(['debug', 'info', 'warn', 'error', 'silent'], { error: 'must be debug, info, warn, error or silent' }).default('info'),
  IDENTITY_PRIVATE_KEY: keyPair,
  IDENTITY_PUBLIC_KEYS: publicKeys,
  /** Key of the hashes that stand for network addresses and mail addresses; the same in every process. */
  PSEUDONYM_KEY: randomKey,
  OTEL_EXPORTER_OTLP_ENDPOINT: httpAddress.optional(),
  SHUTDOWN_SECONDS: wholeNumber(1, 300).default(10),
  /** Whether a process ends, to be started again, when a file that holds one of its settings changes. */
  RESTART_FOR_NEW_SETTINGS: yesOrNo,
  /** Port where Prometheus reads metrics; unset, there are none. Never the public port, so no guard has to tell a scraper apart. */
  METRICS_PORT: wholeNumber(0, 65_535).optional(),
  /** Requests of each kind (people's, signed messages, files) that may be under way at once; further ones are refused. */
  HTTP_MOST_UNDER_WAY: wholeNumber(1, 100_000).default(1_000),
  /** A word that `/health/ready` repeats, by which whoever started this process knows it again. */
  INSTANCE_ID: z.string().max(100).optional(),
};

const mongoAddress = z.string().regex(/^mongodb(\+srv)?:\/\//, { error: 'must be a mongodb:// address' });

/** What reaching the service's own database takes, also for the commands that are run by hand. */
export const databaseSettings = {
  ALLOW_PLAINTEXT: plaintext,
  MONGO_URL: mongoAddress,
  /** Authorities of the database's certificate; when unset, those that Node knows. */
  MONGO_TLS_CA_FILE: pemFile,
  /** Shown to a database that asks for a certificate. */
  MONGO_TLS_CERT_FILE: pemFile,
  MONGO_TLS_KEY_FILE: pemFile,
};

/** Settings of every service: HTTP, its own database, the broker. */
export const serviceSettings = {
  ...httpSettings,
  ...databaseSettings,
  MONGO_POOL_SIZE: wholeNumber(1, 500).default(50),
  RABBITMQ_URL: z.string().regex(/^amqps?:\/\//, { error: 'must be an amqp:// address' }),
  /** As for the database. */
  RABBITMQ_TLS_CA_FILE: pemFile,
  RABBITMQ_TLS_CERT_FILE: pemFile,
  RABBITMQ_TLS_KEY_FILE: pemFile,
  EVENTS_EXCHANGE: z.string().min(1).default('concert.events'),
  /** Lets several systems share one broker, as tests do. */
  EVENTS_QUEUE_PREFIX: z.string().default(''),
};

export type ServiceSettings = z.output<z.ZodObject<typeof serviceSettings>>;

/** A service's parsed settings, as its providers get them. */
export const SETTINGS = token<ServiceSettings>('Settings');

/** One of a service's settings, as a provider asks for it. */
export interface Setting<S extends ServiceSettings> {
  <K extends keyof S>(name: K): Derived<S[K]>;
  /** All of them, for a provider that needs several. */
  readonly all: Derived<S>;
}

/** How a service's providers ask for its settings: `setting('SERVICE_PORT')`. */
export function settingIn<S extends ServiceSettings>(): Setting<S> {
  const all = from(SETTINGS, (settings) => settings as S);
  return Object.assign(<K extends keyof S>(name: K) => from(all, (settings) => settings[name]), { all });
}

/** All faults in a process's settings at once; the text never contains a value. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError';
  constructor(readonly faults: readonly { setting: string; fault: string }[]) {
    super(['These settings need correcting:', ...faults.map(({ setting, fault }) => `  ${setting} ${fault}`)].join('\n'));
  }
}

/**
 * Reads settings from the environment. `NAME_FILE` names a file whose content is used for `NAME`, so that secrets can
 * come from a mounted file; a final line break in it is dropped. Empty means unset.
 * @throws SettingsError naming every missing, wrong or unreadable setting, or else every one that would send plain text to another machine;
 *   never a value
 */
export function readSettings<S extends z.ZodRawShape>(shape: S, env: NodeJS.ProcessEnv = process.env): z.output<z.ZodObject<S>> {
  const faults: { setting: string; fault: string }[] = [];
  const given: Record<string, string> = {};
  for (const name of Object.keys(shape)) {
    const file = env[`${name}_FILE`];
    const direct = env[name];
    if (file && direct) faults.push({ setting: name, fault: `is set twice: remove ${name} or ${name}_FILE` });
    else if (file) {
      try {
        // An empty file counts as unset, like an empty variable.
        const text = readFileSync(file, 'utf8').replace(/\r?\n$/, '');
        if (text !== '') given[name] = text;
      } catch {
        faults.push({ setting: `${name}_FILE`, fault: 'names a file that cannot be read' });
      }
    } else if (direct) given[name] = direct;
  }
  const parsed = z.object(shape).safeParse(given);
  if (parsed.success && faults.length === 0) {
    const unsafe = transportFaults(parsed.data);
    if (unsafe.length > 0) throw new SettingsError(unsafe);
    return parsed.data;
  }
  for (const issue of parsed.error?.issues ?? []) {
    const setting = String(issue.path[0]);
    if (faults.some((fault) => fault.setting === setting || fault.setting === `${setting}_FILE`)) continue;
    faults.push({ setting, fault: setting in given ? issue.message : 'is missing' });
  }
  throw new SettingsError(faults);
}

/** What migrations alone may read: the database by an account that may change its form. */
export const migrationSettings = { MONGO_MIGRATION_URL: mongoAddress };

/**
 * How migrations reach the service's database: by `MONGO_MIGRATION_URL`, or where the server has no such account, by `MONGO_URL`.
 * @throws SettingsError when the one is wrong, or neither is there
 */
export function readMigrationSettings(env: NodeJS.ProcessEnv = process.env): z.output<z.ZodObject<typeof databaseSettings>> {
  if (!env['MONGO_MIGRATION_URL'] && !env['MONGO_MIGRATION_URL_FILE']) return readSettings(databaseSettings, env);
  const { MONGO_URL: _runTime, ...others } = databaseSettings;
  const { MONGO_MIGRATION_URL, ...rest } = readSettings({ ...others, ...migrationSettings }, env);
  return { ...rest, MONGO_URL: MONGO_MIGRATION_URL };
}

/**
 * Keeps a key of a real provider from every other server: a stand-in, another shop's relay, a mistyped address.
 * @param address the setting that names another address than the provider's own, and its value
 * @param provider the provider's domain, for example `stripe.com`
 * @throws SettingsError when the address is not one of the provider's, or not https
 */
export function assertProvider(address: { readonly setting: string; readonly value: string | undefined }, provider: string): void {
  if (address.value === undefined) return;
  const { protocol, hostname } = new URL(address.value);
  if (protocol === 'https:' && (hostname === provider || hostname.endsWith(`.${provider}`))) return;
  throw new SettingsError([
    {
      setting: address.setting,
      fault: `must be unset, or an https:// address of ${provider}, where the key is a real one: it would be sent there`,
    },
  ]);
}
