import type { LoggerService } from '@nestjs/common';
import type { Log } from '../log.ts';

/** Of Nest's own log lines only warnings and errors are kept; our log says the rest better. */
export function nestLog(log: Log): LoggerService {
  const write = (level: 'warn' | 'error') => (message: unknown) =>
    log[level]('framework', { reason: message instanceof Error ? message.name : String(message).slice(0, 200) });
  return { log: () => undefined, warn: write('warn'), error: write('error'), fatal: write('error') };
}
