import { parentPort, workerData } from 'node:worker_threads';
import { readSheet } from './read-sheet.ts';
import { UnreadableSheetError } from './sheet-line.ts';
import type { SheetAnswer } from './sheet-reader.ts';

/* Reads one sheet in a thread of its own: its work does not block sales, and when its heap is exhausted only this thread ends. */
const file = workerData as Uint8Array;
const say = (answer: SheetAnswer) => parentPort!.postMessage(answer);
try {
  say(await readSheet(Buffer.from(file.buffer, file.byteOffset, file.byteLength)));
} catch (error) {
  if (!(error instanceof UnreadableSheetError)) throw error;
  say({ unreadable: error.message, why: String((error.cause as Error | undefined)?.message ?? '') });
}
