import { createRequire } from 'node:module';
import type { Log } from './log.ts';
import { SettingsError } from './settings.ts';

/** Version of the running process: SERVICE_VERSION, else the package it was started in. */
export function versionOfProcess(): string {
  try {
    const manifest = createRequire(`${process.cwd()}/`)('./package.json') as { version?: string };
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
 */
export function endInOrder({ log, stop, seconds }: Ending): void {
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
}

function codeOf(error: unknown): string | undefined {
  const { code } = (error ?? {}) as { code?: unknown };
  return typeof code === 'string' ? code : undefined;
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
