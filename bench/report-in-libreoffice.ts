import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { MAX_REPORT_ROWS, REPORT_STATUS_WORDS, type ReportRow } from '@concert/contracts/booking/reports';
import { stamp } from '@concert/contracts/core/time-in-words';
import { line } from './figures.ts';
import type { Desk } from './report-desk.ts';

/** One row of a CSV file, as LibreOffice writes it: every text in quotes. */
function* csvRows(text: string): Generator<string[]> {
  let [row, cell, quoted] = [[] as string[], '', false];
  for (let index = 0; index < text.length; index += 1) {
    const sign = text[index];
    if (quoted) {
      if (sign !== '"') cell += sign;
      else if (text[index + 1] === '"') {
        cell += '"';
        index += 1;
      } else quoted = false;
    } else if (sign === '"') quoted = true;
    else if (sign === ',') {
      row.push(cell);
      cell = '';
    } else if (sign === '\n') {
      yield [...row, cell];
      [row, cell] = [[], ''];
    } else cell += sign;
  }
}

/** Opens the file as a person would and compares every cell, as it is shown, with what the site lists. */
export async function compareInLibreOffice(desk: Desk, file: Buffer): Promise<void> {
  const execute = promisify(execFile);
  if (
    !(await execute('soffice', ['--version']).then(
      () => true,
      () => false,
    ))
  ) {
    line('the export in LibreOffice', 'not looked at', 'no soffice on the PATH');
    return;
  }
  const folder = await mkdtemp(path.join(tmpdir(), 'concert-export-'));
  try {
    await writeFile(path.join(folder, 'report.xlsx'), file);
    const from = performance.now();
    // Comma, double quote, UTF-8, from the first row, every text quoted, cells as shown, no formulas, every sheet.
    await execute(
      'soffice',
      [
        '--headless',
        `-env:UserInstallation=file://${folder}/profile`,
        '--convert-to',
        'csv:Text - txt - csv (StarCalc):44,34,76,1,,1033,true,true,true,false,false,-1',
        '--outdir',
        folder,
        path.join(folder, 'report.xlsx'),
      ],
      { timeout: 600_000 },
    );
    const sheets = (await readdir(folder)).filter((name) => name.endsWith('.csv'));
    const shown = [
      ...csvRows(
        await readFile(
          path.join(
            folder,
            sheets.find((name) => name.includes('Concert Bookings'))!,
          ),
          'utf8',
        ),
      ),
    ];
    let cells = 0;
    let cursor: string | undefined;
    let at = 1;
    for (;;) {
      const page = await desk.rows({ limit: MAX_REPORT_ROWS, ...(cursor ? { cursor } : {}) });
      for (const row of page) {
        const expected = rowAsShown(row);
        const seen = shown[at] ?? [];
        expected.forEach((text, column) => {
          // A space of no width is there and is not shown.
          const value = text.replaceAll('\u200b', '');
          if (seen[column]?.replaceAll('\u200b', '') !== value)
            throw new Error(
              `row ${at + 1}, column ${column + 1}: LibreOffice shows ${JSON.stringify(seen[column])}, the site ${JSON.stringify(value)}`,
            );
        });
        cells += expected.length;
        at += 1;
      }
      if (page.length < MAX_REPORT_ROWS) break;
      cursor = page.at(-1)!.cursor;
    }
    if (shown.length !== at) throw new Error(`LibreOffice shows ${shown.length} rows, the site ${at}`);
    line(
      'the export in LibreOffice, cell by cell',
      `${cells} cells`,
      `all equal, ${sheets.length} sheets, opened in ${((performance.now() - from) / 1_000).toFixed(0)} s`,
    );
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const money = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2 });

function rowAsShown(row: ReportRow): string[] {
  const at = stamp(new Date(row.created_at._seconds * 1_000), 'America/New_York');
  return [
    `${row.firstname} ${row.lastname}`.trim(),
    row.email,
    row.phoneno,
    row.userbookingid,
    String(row.notickets),
    money.format(row.amount / 100),
    row.seating,
    at,
    REPORT_STATUS_WORDS[row.status],
    money.format(row.price / 100),
  ];
}
