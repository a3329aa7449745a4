import { createRequire } from 'node:module';
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

/** Calls `stop` once on SIGTERM or SIGINT and ends the process within `seconds`, whatever hangs. */
export function stopOnSignals(stop: () => Promise<void>, seconds: number): void {
  let asked = false;
  const handle = () => {
    if (asked) return;
    asked = true;
    setTimeout(() => process.exit(1), seconds * 1_000).unref();
    stop().then(
      () => process.exit(0),
      () => process.exit(1),
    );
  };
  process.on('SIGTERM', handle);
  process.on('SIGINT', handle);
}

/** Says why a process could not start, settings faults in full, and ends it with code 1. */
export function failToStart(error: unknown): never {
  if (error instanceof SettingsError) process.stderr.write(`${error.message}\n`);
  else process.stderr.write(`the process could not start: ${describeStartFault(error)}\n`);
  process.exit(1);
}

function describeStartFault(error: unknown): string {
  const code = (error as { code?: string }).code;
  if (code === 'EADDRINUSE') return 'its port is taken by another program; set SERVICE_PORT to a free one';
  return error instanceof Error ? `${error.name}: ${error.message}` : 'unknown fault';
}
