import { Writable } from 'node:stream';
import { parentPort, workerData } from 'node:worker_threads';
import { giveWay } from '@concert/service-kit/thread';
import type { ExportMessage, ExportOrder } from './excel-exports.ts';
import { writeReport } from './excel-report.ts';
import { openExportSource } from './mongo-export-source.ts';

/*
 * Writes one export in a thread of its own: its work does not block sales, and when its heap is exhausted only this thread
 * ends. It writes no faster than its reader reads, and yields to buyers' requests.
 */
giveWay();
const port = parentPort;
if (!port) throw new Error('this file runs in a thread');
const order = workerData as ExportOrder;
const say = (message: ExportMessage, transfer: ArrayBuffer[] = []) => port.postMessage(message, transfer);

let wanted: (() => void) | undefined;
port.on('message', () => {
  const go = wanted;
  wanted = undefined;
  go?.();
});

const out = new Writable({
  highWaterMark: 256 * 1024,
  write(chunk: Buffer, _encoding, done) {
    const bytes = new Uint8Array(chunk.byteLength);
    bytes.set(chunk);
    wanted = done;
    say({ kind: 'bytes', bytes }, [bytes.buffer]);
  },
});
const drained = async (): Promise<void> => {
  while (out.writableNeedDrain) await new Promise((resolve) => out.once('drain', resolve));
};

const source = await openExportSource(order);
try {
  say({ kind: 'begun', rows: source.count });
  await writeReport(out, { rows: source.rows, timeZone: source.timeZone, writtenAt: new Date(), drained });
  say({ kind: 'done' });
} finally {
  await source.close();
  port.close();
}
