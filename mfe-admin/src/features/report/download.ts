import { bookingRoutes } from '@concert/contracts/booking/http';
import { EXPORT_FILE } from '@concert/contracts/booking/reports';
import { problemSchema } from '@concert/contracts/core/problem';
import type { InputOf } from '@concert/contracts/core/route';
import { saveFile } from '@concert/design-system/save-file.ts';
import type { Result } from '@concert/web-kit/api-client.ts';

/** What is exported: all rows, or those with some ids. */
export type DownloadOrder = InputOf<typeof bookingRoutes.exportBookings>['body'];

/**
 * Fetches the report and hands it to the browser as a file.
 * @returns the refusal, where the site gave one
 * @throws Error when it was cut off, or refused without a word; nothing is saved then
 */
export async function downloadReport(order: DownloadOrder, signal: AbortSignal): Promise<Result<void>> {
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
  saveFile(await response.blob(), EXPORT_FILE);
  return { ok: true, value: undefined };
}
