import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';

/* The files by which the product is deployed, read once for all tests of them. */

export const ROOT = path.join(import.meta.dirname, '..');
/** A file's text, by its path from the root. */
export const read = (file: string): string => readFileSync(path.join(ROOT, file), 'utf8');

/** A container of docker-compose.yml, as far as tests look at it. */
export interface Container {
  readonly image?: string;
  readonly pull_policy?: string;
  readonly build?: { readonly args?: Readonly<Record<string, string>> };
  readonly healthcheck?: object;
  readonly depends_on?: Readonly<Record<string, unknown>>;
  readonly logging?: { readonly options: object };
  readonly environment?: Readonly<Record<string, string | null>>;
  readonly volumes?: readonly string[];
  readonly command?: readonly string[];
  readonly cap_add?: readonly string[];
  readonly mem_limit?: string;
  readonly restart?: string;
  readonly ports?: readonly string[];
  readonly user?: string;
  readonly networks?: readonly string[];
  readonly network_mode?: string;
  readonly entrypoint?: readonly string[];
  readonly profiles?: readonly string[];
}

export const COMPOSE = read('docker-compose.yml');
const composed = parse(COMPOSE, { merge: true, maxAliasCount: -1 }) as {
  services: Record<string, Container>;
  networks: Record<string, { readonly internal?: boolean } | null>;
};
export const { networks } = composed;
/** Every container with its name. */
export const containers: readonly (readonly [string, Container])[] = Object.entries(composed.services);

/** A container of docker-compose.yml. @throws when there is none of that name */
export function container(name: string): Container {
  const found = composed.services[name];
  if (!found) throw new Error(`docker-compose.yml has no ${name}`);
  return found;
}

/** Names of the containers of which something holds, in alphabetical order. */
export const containersThat = (holds: (container: Container) => boolean): string[] =>
  containers
    .filter(([, one]) => holds(one))
    .map(([name]) => name)
    .sort();

export const SERVICES = ['svc-auth', 'svc-booking', 'svc-notify', 'svc-payment'];
/** Every process of the product, in alphabetical order. */
export const PARTS = ['gateway', 'mfe-admin', 'mfe-booking', 'mfe-public', 'shell', ...SERVICES];

/** Names of a part's settings, as its code declares them. */
interface PartSettings {
  readonly all: readonly string[];
  /** Without them the process does not start. */
  readonly demanded: readonly string[];
  /** Settings that only files may carry. */
  readonly secret: readonly string[];
  /** Settings that the image of the part sets. */
  readonly fromImage: readonly string[];
}

const SECRET = /(_KEY|_KEYS|_SECRET|_SECRETS|MONGO_URL|RABBITMQ_URL)$/;
/** Keys that everybody may know. */
const PUBLIC = new Set(['IDENTITY_PUBLIC_KEYS', 'SENDGRID_EVENT_PUBLIC_KEYS']);
/** What a server of one web room reads, declared where it starts. */
const WEB_SERVER = [
  'SERVICE_HOST',
  'SERVICE_PORT',
  'METRICS_PORT',
  'LOG_LEVEL',
  'SHUTDOWN_SECONDS',
  'WEB_ROOT',
  'ALLOW_PLAINTEXT',
  'TLS_CERT_FILE',
  'TLS_KEY_FILE',
];

/** The setting that a variable gives: its own, or as `NAME_FILE` the one whose value the named file holds. */
function settingNamed(variable: string, { all }: PartSettings): string {
  return all.includes(variable) ? variable : variable.replace(/_FILE$/, '');
}

/** The settings of a service, the gateway, or a web room. */
export async function settingsOf(part: string): Promise<PartSettings> {
  const fromImage = [...read('deploy/Dockerfile').matchAll(/\b([A-Z][A-Z0-9_]+)=/g)].map(([, name = '']) => name);
  if (!part.startsWith('svc-') && part !== 'gateway')
    return { all: WEB_SERVER, demanded: ['SERVICE_PORT', 'WEB_ROOT'], secret: [], fromImage };
  const module = (await import(path.join(ROOT, part, 'src/settings.ts'))) as Record<string, unknown>;
  const shape = module[`${part.replace('svc-', '')}Settings`] as z.ZodRawShape;
  const all = Object.keys(shape);
  const demanded = (z.object(shape).safeParse({}).error?.issues ?? []).map(({ path: [name] }) => String(name));
  return { all, demanded, secret: all.filter((name) => SECRET.test(name) && !PUBLIC.has(name)), fromImage };
}

/** The settings that the variables of a part do not give, but its image. */
export async function settingsNotGiven(part: string, given: readonly string[], kind: 'all' | 'demanded'): Promise<string[]> {
  const settings = await settingsOf(part);
  const names = given.map((name) => settingNamed(name, settings));
  return settings[kind].filter((name) => !names.includes(name) && !settings.fromImage.includes(name));
}

/** What is wrong with the variables a part is given, a sentence each: one it does not know, one it lacks, a secret that is not in a file. */
export async function settingFaults(part: string, given: readonly string[]): Promise<string[]> {
  const settings = await settingsOf(part);
  const missing = await settingsNotGiven(part, given, 'demanded');
  return [
    ...given.filter((name) => !settings.all.includes(settingNamed(name, settings))).map((name) => `${part} does not know ${name}`),
    ...missing.map((name) => `${part} lacks ${name}`),
    ...given.filter((name) => settings.secret.includes(name)).map((name) => `${part} is given ${name} in the open`),
  ];
}
