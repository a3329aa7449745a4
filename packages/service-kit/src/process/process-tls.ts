import type { Server } from 'node:http';
import type { Server as SecureServer } from 'node:tls';
import { systemClock } from './clock.ts';
import { trustAuthorities } from './kept-connections.ts';
import type { Log } from './log.ts';
import type { Metrics } from './metrics.ts';
import { SettingsError } from './settings.ts';
import { TlsContext, tlsFilesOf } from './tls-context.ts';

/** Pause between looks at what can change outside the process: files of certificates, and what is declared at the broker. */
export const CHANGE_CHECK_MS = 10_000;

/** The certificates of a process, each undefined where no setting names its files. */
export interface ProcessTls {
  /** What this process shows to those who call it. */
  readonly server: TlsContext | undefined;
  readonly mongo: TlsContext | undefined;
  readonly rabbit: TlsContext | undefined;
  /** Ends the looks at the files. */
  stop(): void;
}

type TlsSettings = Parameters<typeof tlsFilesOf>[1];

/**
 * Reads the certificates that the settings name, has all calls to neighbours trust theirs, and looks again and again whether the files
 * changed: what is renewed there serves every connection that is opened from then on. Files that cannot be used change nothing. How long
 * those in use are still good stands among the metrics.
 * @throws SettingsError when a file cannot be read or used now
 */
export function openTls(settings: TlsSettings, log: Log, metrics: Metrics, lookMs = CHANGE_CHECK_MS): ProcessTls {
  const { ca, ...own } = tlsFilesOf('TLS', settings) ?? {};
  const [mongoFiles, rabbitFiles] = [tlsFilesOf('MONGO_TLS', settings), tlsFilesOf('RABBITMQ_TLS', settings)];
  const server = own.cert ? new TlsContext('TLS', own) : undefined;
  const neighbours = ca ? new TlsContext('TLS', { ca }) : undefined;
  const mongo = mongoFiles && new TlsContext('MONGO_TLS', mongoFiles);
  const rabbit = rabbitFiles && new TlsContext('RABBITMQ_TLS', rabbitFiles);
  if (neighbours) trustAuthorities(neighbours.secureContext);
  watchEnds(metrics, { process: [server, neighbours], mongodb: [mongo], rabbitmq: [rabbit] });
  const stops = [server, neighbours, mongo, rabbit].flatMap((context) => (context ? [followFiles(context, log, lookMs)] : []));
  return { server, mongo, rabbit, stop: () => stops.forEach((stop) => stop()) };
}

type Use = 'process' | 'mongodb' | 'rabbitmq';

function watchEnds(metrics: Metrics, contexts: Readonly<Record<Use, readonly (TlsContext | undefined)[]>>): void {
  const help =
    'Time until a certificate in use ends, by what it is used for (process, mongodb, rabbitmq) and what it is (certificate, authority)';
  metrics.watch('certificate_expires_in_seconds', help, ['use', 'kind'], () => {
    const now = systemClock.now();
    const readings = Object.entries(contexts).flatMap(([use, ofUse]) =>
      ofUse.flatMap((context) =>
        Object.entries(context?.endsAt(now) ?? {}).flatMap(([kind, end]) =>
          end === undefined ? [] : [[{ use, kind }, (end - now.getTime()) / 1_000] as const],
        ),
      ),
    );
    return Promise.resolve(readings);
  });
}

function followFiles(context: TlsContext, log: Log, lookMs: number): () => void {
  let usable = true;
  const timer = setInterval(() => {
    try {
      if (context.renew()) log.info('a renewed certificate is in use');
      usable = true;
    } catch (error) {
      const [setting] = error instanceof SettingsError ? error.faults.map((fault) => fault.setting) : [];
      if (usable) log.warn('a renewed certificate cannot be used; the one before stays', { setting }, error);
      usable = false;
    }
  }, lookMs);
  timer.unref();
  return () => clearInterval(timer);
}

/** What makes a Fastify server speak https, where there is a certificate. `http`: options that the server has either way */
export function httpsOptions(certificate: TlsContext | undefined, http: object): object {
  return certificate ? { https: { ...http, ...certificate.current() } } : {};
}

/** Shows a renewed certificate to all who connect from then on. */
export function serveRenewedCertificate(server: Server, certificate: TlsContext | undefined): void {
  certificate?.onRenewed((pem) => (server as unknown as SecureServer).setSecureContext(pem));
}
