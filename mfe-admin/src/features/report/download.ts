import { bookingRoutes } from '@concert/contracts/booking/http';
import { EXPORT_BYTES_HEADER, EXPORT_FILE, EXPORT_ROWS_HEADER } from '@concert/contracts/booking/reports';
import { problemSchema } from '@concert/contracts/core/problem';
import type { InputOf } from '@concert/contracts/core/route';
import { saveFile } from '@concert/design-system/save-file.ts';
import type { Result } from '@concert/web-kit/api-client.ts';

/** The progress of a download. */
export interface DownloadState {
  /** About how many rows have come. */
  readonly done: number;
  readonly rows: number;
}

/** What is exported: all rows, or those with some ids. */
export type DownloadOrder = InputOf<typeof bookingRoutes.exportBookings>['body'];

/**
 * Fetches the report and hands it to the browser as a file.
 * @param tell called with the progress
 * @returns the refusal, where the site gave one
 * @throws Error when it was cut off, or refused without a word; nothing is saved then
 */
export async function downloadReport(
  order: DownloadOrder,
  tell: (state: DownloadState) => void,
  signal: AbortSignal,
): Promise<Result<void>> {
  const { method, path } = bookingRoutes.exportBookings;
  const response = await fetch(path, {
    method,
    signal,
    credentials: 'same-origin',
    cache: 'no-store',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(order),
  });
  if (!response.ok) return { ok: false, problem: problemSchema.parse(JSON.parse(await response.text())) };
  if (!response.body) throw new Error('the report was answered without a file');
  const rows = Number(response.headers.get(EXPORT_ROWS_HEADER) ?? 0);
  const expected = Number(response.headers.get(EXPORT_BYTES_HEADER) ?? 0);
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let received = 0;
  tell({ done: 0, rows });
  const reader = response.body.getReader();
  for (let step = await reader.read(); !step.done; step = await reader.read()) {
    parts.push(step.value);
    received += step.value.byteLength;
    tell({ done: expected > 0 ? Math.min(rows, Math.floor((received / expected) * rows)) : 0, rows });
  }
  tell({ done: rows, rows });
  saveFile(new Blob(parts, { type: response.headers.get('content-type') ?? '' }), EXPORT_FILE);
  return { ok: true, value: undefined };
}
