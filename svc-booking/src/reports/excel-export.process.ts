import { Socket } from 'node:net';
import { finished } from 'node:stream/promises';
import { beginInBackground } from '@concert/service-kit/process/background-process';
import type { ExportMessage, ExportOrder } from './excel-exports.ts';

/*
 * Writes one export to its standard output, in a process of its own: its work does not delay sales, and when its heap is exhausted only
 * this process ends. It writes no faster than its reader reads, rests while sales go on, and its exit code says whether all was written.
 */
const STDOUT = 1;
const { data: order, rest } = await beginInBackground<ExportOrder>();
// Loading all this takes half a second of the processor, a good part of what a short export takes.
await import('@concert/service-kit/store/mongo');
await rest();
const { openExportSource } = await import('./mongo-export-source.ts');
await rest();
await import('exceljs');
await rest();
const { writeReport } = await import('./excel-report.ts');
await rest();
// `process.stdout` writes to a pipe synchronously and cannot be ended.
const out = new Socket({ fd: STDOUT, readable: false });
const mayGoOn = async (): Promise<void> => {
  await rest();
  while (out.writableNeedDrain) await new Promise((resolve) => out.once('drain', resolve));
};

const source = await openExportSource(order);
await rest();
process.send!({ rows: source.count } satisfies ExportMessage);
await Promise.all([writeReport(out, { rows: source.rows, timeZone: source.timeZone, writtenAt: new Date(), mayGoOn }), finished(out)]);
await source.close();
process.exit(0);
