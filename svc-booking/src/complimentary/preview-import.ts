import { guestSchema, type ComplimentaryCategory, type complimentaryRoutes, type SheetRow } from '@concert/contracts/booking/complimentary';
import { plainEmail, wholeNumberIn } from '@concert/contracts/core/as-typed';
import { emailKey } from '@concert/contracts/core/fields';
import type { AnswerOf } from '@concert/contracts/core/route';
import { DomainError } from '@concert/service-kit/process/errors';
import type { MongoAllotments } from './mongo-allotments.ts';
import type { MongoEntries } from './mongo-entries.ts';
import { allotmentView } from './entry-views.ts';
import { duplicateInWords } from './guest-words.ts';
import { UnreadableSheetError } from './sheets/csv.ts';
import { readSheet, type ReadRow, type ReadSheet } from './sheets/read-sheet.ts';

const FIELDS = ['name', 'email2', 'phoneno', 'notickets'] as const;

/** Reads a sheet and lists the errors of each row. Stores nothing. */
export class PreviewImport {
  constructor(
    private readonly entries: MongoEntries,
    private readonly allotments: MongoAllotments,
  ) {}

  /**
   * @param text cells that were copied, or what a file of separated values holds
   * @throws DomainError `booking.sheet_unreadable`
   */
  async preview(group: ComplimentaryCategory, text: string): Promise<AnswerOf<typeof complimentaryRoutes.previewImport>> {
    const { rows: cells, notes } = readable(text);
    const read = cells.map(plainRow);
    const [known, allotment] = await Promise.all([
      this.entries.ticketsOf(
        group,
        read.map(({ email2 }) => email2),
      ),
      this.allotments.of(group),
    ]);
    const seen = new Map<string, number>();
    const rows = read.map((row): SheetRow => {
      const errors = faultsOf(row);
      const email = emailKey(row.email2);
      const before = seen.get(email);
      if (before === undefined) seen.set(email, row.row);
      if (errors.length > 0) return { ...row, errors };
      const tickets = known.get(email);
      if (before !== undefined) return { ...row, errors, known: `Stands in row ${before} already` };
      return { ...row, errors, ...(tickets ? { known: `This guest ${duplicateInWords(tickets, group)}` } : {}) };
    });
    const good = rows.filter(({ errors, known: again }) => errors.length === 0 && again === undefined);
    return {
      rows,
      good: good.length,
      tickets: good.reduce((sum, { notickets }) => sum + Number(notickets), 0),
      notes: [...notes],
      allotment: allotmentView(allotment),
    };
  }
}

function readable(text: string): ReadSheet {
  try {
    return readSheet(text);
  } catch (error) {
    if (!(error instanceof UnreadableSheetError)) throw error;
    throw new DomainError('booking.sheet_unreadable', {
      detail: error.message,
      errors: [{ pointer: '/text', field: 'text', detail: error.message }],
      cause: error,
    });
  }
}

const LABELS = { name: 'Name', email2: 'Email', phoneno: 'Phone number', notickets: 'No. of Tickets' } as const;
/** What spreadsheets show instead of a value they could not work out. */
const ERROR_VALUE = /^#(?:N\/A|REF!|VALUE!|NAME\?|DIV\/0!|NUM!|NULL!|SPILL!|CALC!)$/i;

/** A row in the plain form of what stands in it. */
const plainRow = (row: ReadRow): ReadRow => ({
  ...row,
  email2: plainEmail(row.email2),
  notickets: String(wholeNumberIn(row.notickets) ?? row.notickets),
});

/** Why a row cannot be added, by the rules of the forms. */
function faultsOf({ row: _row, ...cells }: ReadRow): SheetRow['errors'] {
  const notickets = wholeNumberIn(cells.notickets);
  const parsed = guestSchema.safeParse({ ...cells, notickets });
  const first = new Map<string, string>();
  for (const { path, message } of parsed.error?.issues ?? []) if (!first.has(String(path[0]))) first.set(String(path[0]), message);
  return FIELDS.flatMap((field) => {
    const detail = faultOfSheet(field, cells[field]) ?? first.get(field);
    return detail === undefined ? [] : [{ field, detail }];
  });
}

/** What is wrong with a cell in a way that only a sheet can be, and what to do. */
function faultOfSheet(field: (typeof FIELDS)[number], cell: string): string | undefined {
  const label = LABELS[field];
  if (cell.includes('\ufffd')) return `${label} contains characters that cannot be used`;
  if (ERROR_VALUE.test(cell)) return `${label} is an error of the spreadsheet, ${cell}`;
  if (field === 'phoneno' && /^\d[.,]\d+E\+\d+$/i.test(cell)) return `${label} was shortened by the spreadsheet: store it there as text`;
  if (field === 'notickets' && cell !== '' && wholeNumberIn(cell) === undefined) return `${label} must be a whole number, such as 2`;
  return undefined;
}
