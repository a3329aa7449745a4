import { readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';

const ROOT = path.join(import.meta.dirname, '..');

/** Names of a part's settings, as its code declares them. */
export interface PartSettings {
  readonly all: readonly string[];
  /** Without them the process does not start. */
  readonly demanded: readonly string[];
  /** Those that only files may carry. */
  readonly secret: readonly string[];
  /** Those its image sets. */
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
export function settingNamed(variable: string, { all }: PartSettings): string {
  return all.includes(variable) ? variable : variable.replace(/_FILE$/, '');
}

/** The settings of a service, the gateway, or a web room. */
export async function settingsOf(part: string): Promise<PartSettings> {
  const dockerfile = readFileSync(
    path.join(ROOT, `deploy/${part.startsWith('svc-') || part === 'gateway' ? 'service' : 'web'}.Dockerfile`),
    'utf8',
  );
  const fromImage = [...dockerfile.matchAll(/\b([A-Z][A-Z0-9_]+)=/g)].map(([, name = '']) => name);
  if (!part.startsWith('svc-') && part !== 'gateway')
    return { all: WEB_SERVER, demanded: ['SERVICE_PORT', 'WEB_ROOT'], secret: [], fromImage };
  const module = (await import(path.join(ROOT, part, 'src/settings.ts'))) as Record<string, unknown>;
  const shape = module[`${part.replace('svc-', '')}Settings`] as z.ZodRawShape;
  const all = Object.keys(shape);
  const demanded = (z.object(shape).safeParse({}).error?.issues ?? []).map(({ path: [name] }) => String(name));
  return { all, demanded, secret: all.filter((name) => SECRET.test(name) && !PUBLIC.has(name)), fromImage };
}
