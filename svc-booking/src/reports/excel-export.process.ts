import { Socket } from 'node:net';
import { finished } from 'node:stream/promises';
import { beginInBackground } from '@concert/service-kit/process/background-process';
import type { ExportMessage, ExportOrder } from './excel-exports.ts';
import { writeReport } from './excel-report.ts';
import { openExportSource } from './mongo-export-source.ts';

/*
 * Writes one export to its standard output, in a process of its own: its work does not delay sales, and when its heap is exhausted only
 * this process ends. It writes no faster than its reader reads, and its exit code says whether all was written.
 */
const STDOUT = 1;
const order = await beginInBackground<ExportOrder>();
// `process.stdout` writes to a pipe synchronously and cannot be ended.
const out = new Socket({ fd: STDOUT, readable: false });
const mayGoOn = async (): Promise<void> => {
  while (out.writableNeedDrain) await new Promise((resolve) => out.once('drain', resolve));
};

const source = await openExportSource(order);
process.send!({ rows: source.count } satisfies ExportMessage);
await Promise.all([writeReport(out, { rows: source.rows, timeZone: source.timeZone, writtenAt: new Date(), mayGoOn }), finished(out)]);
await source.close();
process.exit(0);
