import { parentPort, workerData } from 'node:worker_threads';
import { readSheet, UnreadableSheetError } from './read-sheet.ts';
import type { SheetAnswer, SheetOrder } from './sheet-reader.ts';

/* Reads one sheet in a thread of its own: its work does not block sales, and when its heap is exhausted only this thread ends. */
const { format, file } = workerData as SheetOrder;
const say = (answer: SheetAnswer) => parentPort!.postMessage(answer);
try {
  say({ rows: readSheet(format, Buffer.from(file.buffer, file.byteOffset, file.byteLength)) });
} catch (error) {
  if (!(error instanceof UnreadableSheetError)) throw error;
  say({ unreadable: error.message, why: String((error.cause as Error | undefined)?.message ?? '') });
}
