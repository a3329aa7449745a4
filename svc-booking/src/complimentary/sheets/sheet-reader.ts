import { startThread } from '@concert/service-kit/thread';
import { NO_WORKBOOK, UnreadableSheetError, type ReadRow, type SheetFormat } from './read-sheet.ts';

export interface SheetOrder {
  readonly format: SheetFormat;
  readonly file: Uint8Array;
}

export type SheetAnswer = { readonly rows: ReadRow[] } | { readonly unreadable: string; readonly why: string };

/** Sheets that one process reads at a time; others wait. */
const AT_ONCE = 2;
/** Many times what the largest sheet of guests needs. */
const HEAP_MB = 48;
const MAX_MS = 10_000;

/** Reads uploaded sheets, each in a thread with a heap of its own. */
export class SheetReader {
  private running = 0;
  private readonly waiting: (() => void)[] = [];

  constructor(
    private readonly heapMb = HEAP_MB,
    private readonly longestMs = MAX_MS,
  ) {}

  /** @throws UnreadableSheetError with a message for the person, also when reading exceeds the limits of memory or time */
  async read(format: SheetFormat, file: Uint8Array): Promise<ReadRow[]> {
    while (this.running >= AT_ONCE) await new Promise<void>((resolve) => this.waiting.push(resolve));
    this.running += 1;
    try {
      return await this.inThread({ format, file });
    } finally {
      this.running -= 1;
      this.waiting.shift()?.();
    }
  }

  private async inThread(order: SheetOrder): Promise<ReadRow[]> {
    const worker = startThread('./read-sheet.worker', import.meta.url, { data: order, heapMb: this.heapMb });
    const late = new AbortController();
    const timer = setTimeout(() => late.abort(), this.longestMs);
    try {
      const answer = await new Promise<SheetAnswer>((resolve, reject) => {
        worker.once('message', resolve);
        worker.once('error', (error: Error & { code?: string }) =>
          reject(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? new UnreadableSheetError(NO_WORKBOOK, { cause: error }) : error),
        );
        worker.once('exit', () => reject(new Error('the thread that read a sheet ended early')));
        late.signal.addEventListener('abort', () =>
          reject(new UnreadableSheetError(NO_WORKBOOK, { cause: new Error('it took too long') })),
        );
      });
      if ('unreadable' in answer) throw new UnreadableSheetError(answer.unreadable, { cause: new Error(answer.why) });
      return answer.rows;
    } finally {
      clearTimeout(timer);
      await worker.terminate();
    }
  }
}
