import { createRequire } from 'node:module';
import path from 'node:path';
import type { Log } from './log.ts';
import { SettingFiles } from './internal/setting-files.ts';
import { SettingsError, type ServiceSettings } from './settings.ts';

/** Version of the running process: SERVICE_VERSION, else the package it was started in. */
export function versionOfProcess(): string {
  try {
    const manifest = createRequire(path.resolve('package.json'))('./package.json') as { version?: string };
    return process.env['SERVICE_VERSION'] || manifest.version || 'unknown';
  } catch {
    return process.env['SERVICE_VERSION'] || 'unknown';
  }
}

/** With which a process ends after an error that nobody caught, so that whoever starts it again can tell it from all others. */
export const UNCAUGHT_EXIT_CODE = 70;

/** What a process of ours needs for its end. */
export interface Ending {
  readonly log: Log;
  /** Stops being ready, finishes what runs, closes. */
  readonly stop: () => Promise<void>;
  /** Longest stop. */
  readonly seconds: number;
}

/**
 * Calls `stop` once, on SIGTERM or SIGINT or after an error that nobody caught, and ends the process within `seconds`, whatever
 * hangs. Such an error is a fault of ours and nobody knows what it left undone: the process says what it was, answers what it
 * took, and ends with a code of its own; a fresh one takes its place.
 * @returns what ends the process in the same way, with a code
 */
export function endInOrder({ log, stop, seconds }: Ending): (code: number) => void {
  let code: number | undefined;
  const end = (asked: number) => {
    if (code !== undefined) {
      // A fault while stopping still shows in the code.
      code = Math.max(code, asked);
      return;
    }
    code = asked;
    setTimeout(() => process.exit(code || 1), seconds * 1_000).unref();
    stop().then(
      () => process.exit(code),
      () => process.exit(code || 1),
    );
  };
  const uncaught = (kind: string) => (error: unknown) => {
    log.error('an error that nobody caught', { kind, reason: codeOf(error) }, error);
    end(UNCAUGHT_EXIT_CODE);
  };
  process.on('SIGTERM', () => end(0));
  process.on('SIGINT', () => end(0));
  process.on('uncaughtException', uncaught('exception'));
  process.on('unhandledRejection', uncaught('rejection'));
  return end;
}

function codeOf(error: unknown): string | undefined {
  const { code } = (error ?? {}) as { code?: unknown };
  return typeof code === 'string' ? code : undefined;
}

/** How long neighbours have to notice that a stopping process closes its connections. */
const DRAIN_MS = 1_000;

/** What a process is made of. */
export interface Process<Definition> {
  /** Of its settings. */
  readonly names: readonly string[];
  /** Reads the settings. @throws SettingsError when it cannot be started with them */
  readonly read: () => Definition;
  readonly start: (definition: Definition) => Promise<{ readonly log: Log; readonly stop: (drainMs: number) => Promise<void> }>;
  readonly settingsOf: (definition: Definition) => Pick<ServiceSettings, 'SHUTDOWN_SECONDS' | 'RESTART_FOR_NEW_SETTINGS'>;
}

/**
 * Entry of a process: settings, start, signals. Every fault in the settings is reported, and the process ends with code 1. Where it is told
 * to, it ends as well when a file that holds a setting changes.
 */
export async function runProcess<Definition>({ names, read, start, settingsOf }: Process<Definition>): Promise<void> {
  try {
    const files = new SettingFiles(names);
    const definition = read();
    const { log, stop } = await start(definition);
    const { SHUTDOWN_SECONDS: seconds, RESTART_FOR_NEW_SETTINGS: restarts } = settingsOf(definition);
    const end = endInOrder({ log, stop: () => stop(DRAIN_MS), seconds });
    if (restarts) files.follow({ log, read, end: () => end(0) });
  } catch (error) {
    failToStart(error);
  }
}

/** Says why a process could not start, settings faults in full, and ends it with code 1. */
export function failToStart(error: unknown): never {
  if (error instanceof SettingsError) process.stderr.write(`${error.message}\n`);
  else process.stderr.write(`the process could not start: ${describeStartFault(error)}\n`);
  process.exit(1);
}

function describeStartFault(error: unknown): string {
  const code = (error as { code?: string }).code;
  if (code === 'EADDRINUSE') return 'its port is taken by another program; set SERVICE_PORT or METRICS_PORT to a free one';
  return error instanceof Error ? `${error.name}: ${error.message}` : 'unknown fault';
}
