import { Readable } from 'node:stream';
import { DomainError } from '@concert/service-kit/errors';
import type { Log } from '@concert/service-kit/log';
import { startThread } from '@concert/service-kit/thread';
import type { TlsFiles } from '@concert/service-kit/tls-context';

/** What the thread is given: the database's address, and the files of its certificates where it encrypts. */
export interface ExportOrder {
  readonly mongoUrl: string;
  readonly mongoTls: TlsFiles | undefined;
}

/** Messages from the thread. Each message of bytes is acknowledged once the stream wants more (backpressure). */
export type ExportMessage =
  { readonly kind: 'begun'; readonly rows: number } | { readonly kind: 'bytes'; readonly bytes: Uint8Array } | { readonly kind: 'done' };

export interface RunningExport {
  readonly rows: number;
  /** Estimated length of the file. */
  readonly bytes: number;
  readonly stream: Readable;
}

/** Exports that one process writes at a time. */
const AT_ONCE = 2;
/** A slower reader is cut off: the export reads a snapshot, which the database keeps only for a limited time. */
const MAX_MS = 280_000;
/** Size of an almost empty file, and of each further row. */
const EMPTY_BYTES = 8_000;
const ROW_BYTES = 75;

/** Starts exports, each in a thread with a heap of its own. */
export class ExcelExports {
  private running = 0;

  constructor(
    private readonly order: ExportOrder,
    private readonly heapMb: number,
    private readonly log: Log,
  ) {}

  /**
   * Resolves when the first bytes are ready.
   * @throws DomainError `booking.export_busy` while others are being written, `booking.export_failed` when the thread could
   *   not begin
   */
  async start(): Promise<RunningExport> {
    if (this.running >= AT_ONCE) throw new DomainError('booking.export_busy');
    this.running += 1;
    const worker = startThread('./excel-export.worker', import.meta.url, { data: this.order, heapMb: this.heapMb });
    worker.once('exit', () => (this.running -= 1));
    let complete = false;
    const stream = new Readable({
      highWaterMark: 1024 * 1024,
      read: () => worker.postMessage('more'),
      destroy: (error, done) =>
        void worker.terminate().then(
          () => done(error),
          () => done(error),
        ),
    });
    const late = setTimeout(() => stream.destroy(new Error('the export took too long')), MAX_MS).unref();
    stream.once('close', () => clearTimeout(late));
    return new Promise((resolve, reject) => {
      const failed = (error: unknown): void => {
        if (complete) return;
        complete = true;
        // A reader that stopped has ended the thread itself: that is no failure.
        if (!stream.destroyed) this.log.error('an export failed', {}, error);
        // Before the first byte the caller gets the refusal; afterwards only the cut connection can tell.
        stream.destroy(error instanceof Error ? error : new Error('the export failed'));
        reject(new DomainError('booking.export_failed', { cause: error }));
      };
      stream.on('error', () => undefined);
      worker.on('error', failed);
      worker.once('exit', () => failed(new Error('the export ended early')));
      worker.on('message', (message: ExportMessage) => {
        if (message.kind === 'begun') resolve({ rows: message.rows, bytes: EMPTY_BYTES + ROW_BYTES * message.rows, stream });
        else if (message.kind === 'bytes') stream.push(message.bytes);
        else {
          complete = true;
          stream.push(null);
        }
      });
    });
  }
}
