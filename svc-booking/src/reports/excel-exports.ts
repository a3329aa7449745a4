import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { Readable } from 'node:stream';
import { startBackgroundProcess, type BackgroundProcessOptions } from '@concert/service-kit/process/background-process';
import { DomainError } from '@concert/service-kit/process/errors';
import type { Log } from '@concert/service-kit/process/log';
import type { TlsFiles } from '@concert/service-kit/process/tls-context';

/** What the process of an export is given: the database's address, the files of its certificates where it encrypts, and which rows, unless all. */
export interface ExportOrder {
  readonly mongoUrl: string;
  readonly mongoTls: TlsFiles | undefined;
  readonly ids?: readonly string[] | undefined;
}

/** What the process may use. */
export type ExportLimits = Omit<BackgroundProcessOptions, 'data'>;

/** What the process says before its first byte. */
export interface ExportMessage {
  readonly rows: number;
}

export interface RunningExport {
  readonly rows: number;
  readonly stream: Readable;
}

/** Exports that one service writes at a time. */
const AT_ONCE = 2;
/** A slower reader is cut off: the export reads a snapshot, which the database keeps only for a limited time. */
const MAX_MS = 280_000;

/** How much of what a failing process writes to its standard error is kept for the log. */
const MAX_LAST_WORDS = 2_000;

/** Starts exports, each in a process with a heap of its own. */
export class ExcelExports {
  private running = 0;

  constructor(
    private readonly order: ExportOrder,
    private readonly limits: ExportLimits,
    private readonly log: Log,
  ) {}

  /**
   * Resolves when the first bytes are ready.
   * @throws DomainError `booking.export_busy` while others are being written, `booking.export_failed` when the process could
   *   not begin
   */
  async start(ids?: readonly string[]): Promise<RunningExport> {
    if (this.running >= AT_ONCE) throw new DomainError('booking.export_busy');
    const child = startBackgroundProcess('./excel-export.process', import.meta.url, { data: { ...this.order, ids }, ...this.limits });
    this.running += 1;
    const ended = Promise.race([once(child, 'close'), once(child, 'error')]).catch((error: unknown) => [error]);
    void ended.then(() => (this.running -= 1));
    const stream = outputOf(child);
    // A reader that stops reading destroys the stream without an error: that is no failure.
    stream.on('error', (error) => this.log.error('an export failed', {}, error));
    const late = setTimeout(() => stream.destroy(new Error('the export took too long')), MAX_MS).unref();
    stream.once('close', () => clearTimeout(late));
    const begun = new Promise<ExportMessage>((resolve) => child.once('message', (message) => resolve(message as ExportMessage)));
    const first = await Promise.race([begun, ended]);
    // Before the first byte the caller gets the refusal; afterwards only the cut connection can tell.
    if (!('rows' in first)) throw new DomainError('booking.export_failed', { cause: stream.errored });
    return { rows: first.rows, stream };
  }
}

/** What a process writes. It ends when the process has written all, and fails when the process fails; when it is destroyed, so is the process. */
function outputOf(child: ChildProcess): Readable {
  const stdout = child.stdout!;
  let lastWords = '';
  child.stderr!.on('data', (bytes: Buffer) => (lastWords = `${lastWords}${bytes.toString()}`.slice(-MAX_LAST_WORDS)));
  const stream = new Readable({
    highWaterMark: 1024 * 1024,
    read: () => stdout.resume(),
    destroy: (error, done) => {
      stdout.destroy();
      if (child.kill('SIGKILL')) child.once('close', () => done(error));
      else done(error);
    },
  });
  stdout.on('data', (bytes: Buffer) => void (stream.push(bytes) || stdout.pause()));
  child.once('error', (error) => stream.destroy(error));
  child.once('close', (code, signal) => {
    if (code === 0) stream.push(null);
    else if (!stream.destroyed) stream.destroy(new Error(`the export ended early (${signal ?? code}): ${lastWords}`));
  });
  return stream;
}
