import { pino, type Logger as Pino } from 'pino';
import { currentContext } from './context.ts';

/** The only fields a log line may carry. Anything else is dropped, so that no name, address, secret or body can reach a log by accident. */
const ALLOWED = [
  'bookingId',
  'userId',
  'mailId',
  'checkoutSessionId',
  'factId',
  'factType',
  'queue',
  'attempt',
  'outcome',
  'code',
  'status',
  'method',
  'route',
  'durationMs',
  'count',
  'port',
  'setting',
  'host',
  'task',
  'lease',
  'migration',
  'provider',
  'providerStatus',
  'requestId',
  'version',
  'state',
  'signal',
  'seating',
  'kind',
  'reason',
  'dependency',
  'copy',
  'correlationId',
  'webhookType',
  'event',
  'sourceHash',
  'accountHash',
] as const;

export type LogField = (typeof ALLOWED)[number];
export type LogFields = Partial<Record<LogField, string | number | boolean | undefined>>;

const allowed: ReadonlySet<string> = new Set(ALLOWED);

/** Error text is kept only for faults of our own code; driver and provider errors can quote values. */
function faultOf(error: unknown): Record<string, string> {
  if (!(error instanceof Error)) return { error: typeof error };
  const stack = (error.stack ?? '')
    .split('\n')
    .filter((line) => line.startsWith('    at '))
    .slice(0, 8)
    .join('\n');
  return { error: error.name, stack, ...(error.cause instanceof Error && { cause: error.cause.name }) };
}

/** JSON log lines with an allow-list of fields. `message` is fixed text: values go into fields. */
export class Log {
  constructor(private readonly pino: Pino) {}

  /** Whether lines of a level are written: what one would say need not be gathered when it is not. */
  writes(level: 'debug' | 'info' | 'warn' | 'error'): boolean {
    return this.pino.isLevelEnabled(level);
  }

  debug(message: string, fields: LogFields = {}): void {
    this.write('debug', message, fields);
  }
  info(message: string, fields: LogFields = {}): void {
    this.write('info', message, fields);
  }
  warn(message: string, fields: LogFields = {}, error?: unknown): void {
    this.write('warn', message, fields, error);
  }
  error(message: string, fields: LogFields = {}, error?: unknown): void {
    this.write('error', message, fields, error);
  }

  private write(level: 'debug' | 'info' | 'warn' | 'error', message: string, fields: LogFields, error?: unknown): void {
    if (!this.pino.isLevelEnabled(level)) return;
    const context = currentContext();
    const line: Record<string, unknown> = context ? { correlationId: context.correlationId, traceId: context.traceId } : {};
    for (const [name, value] of Object.entries(fields)) if (allowed.has(name) && value !== undefined) line[name] = value;
    if (error !== undefined) line['fault'] = faultOf(error);
    this.pino[level](line, message);
  }
}

/** Makes the log of one process, on standard output. */
export function createLog(service: string, level: string, destination?: { write(line: string): void }): Log {
  return new Log(
    pino(
      {
        level,
        base: { service },
        messageKey: 'message',
        timestamp: () => `,"time":"${new Date().toISOString()}"`,
        formatters: { level: (label) => ({ level: label }) },
      },
      destination ?? pino.destination({ sync: false, minLength: 0 }),
    ),
  );
}
