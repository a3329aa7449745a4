import { once } from 'node:events';
import { DomainError } from '@concert/service-kit/process/errors';
import { startThread } from '@concert/service-kit/process/thread';
import { UNREADABLE_WORKBOOK, type ReadSheet } from './read-sheet.ts';
import { UnreadableSheetError } from './sheet-line.ts';

export type SheetAnswer = ReadSheet | { readonly unreadable: string; readonly why: string };

/** Sheets that one process reads at a time, and that wait for it. */
const AT_ONCE = 2;
const MAX_WAITING = 6;
/** Many times what the largest sheet of guests needs. */
const HEAP_MB = 96;
/** From the moment a sheet arrives; less than the gateway waits for an answer. */
const MAX_MS = 10_000;

/** Reads uploaded sheets, each in a thread with a heap of its own. */
export class SheetReader {
  private running = 0;
  private readonly waiting: (() => void)[] = [];

  constructor(
    private readonly heapMb = HEAP_MB,
    private readonly longestMs = MAX_MS,
  ) {}

  /**
   * @throws UnreadableSheetError with a message for the person, also when reading needs more memory than the thread has
   * @throws DomainError `booking.sheets_busy` when too many sheets wait already, or the time is over
   */
  async read(file: Uint8Array): Promise<ReadSheet> {
    if (this.waiting.length >= MAX_WAITING) throw new DomainError('booking.sheets_busy');
    const late = AbortSignal.timeout(this.longestMs);
    while (this.running >= AT_ONCE) await new Promise<void>((resolve) => this.waiting.push(resolve));
    this.running += 1;
    try {
      late.throwIfAborted();
      return await this.inThread(file, late);
    } catch (error) {
      if (late.aborted) throw new DomainError('booking.sheets_busy', { cause: error });
      throw error;
    } finally {
      this.running -= 1;
      this.waiting.shift()?.();
    }
  }

  private async inThread(file: Uint8Array, signal: AbortSignal): Promise<ReadSheet> {
    const worker = startThread('./read-sheet.worker', import.meta.url, { data: file, heapMb: this.heapMb });
    try {
      const exit = once(worker, 'exit', { signal }).then(() => {
        throw new Error('the thread that read a sheet ended early');
      });
      const [answer] = (await Promise.race([once(worker, 'message', { signal }), exit])) as [SheetAnswer];
      if ('unreadable' in answer) throw new UnreadableSheetError(answer.unreadable, { cause: new Error(answer.why) });
      return answer;
    } catch (error) {
      if ((error as { code?: string }).code === 'ERR_WORKER_OUT_OF_MEMORY')
        throw new UnreadableSheetError(UNREADABLE_WORKBOOK, { cause: error });
      throw error;
    } finally {
      await worker.terminate();
    }
  }
}
