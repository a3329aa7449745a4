import { guestSchema, type ComplimentaryCategory, type complimentaryRoutes, type SheetRow } from '@concert/contracts/booking/complimentary';
import { emailKey } from '@concert/contracts/core/fields';
import type { AnswerOf } from '@concert/contracts/core/route';
import { DomainError } from '@concert/service-kit/errors';
import type { AllotmentsRepository } from './allotments.repository.ts';
import type { EntriesRepository } from './entries.repository.ts';
import type { EntryViews } from './entry-views.ts';
import { knownInWords } from './guest-words.ts';
import { UnreadableSheetError, type ReadRow, type SheetFormat } from './sheets/read-sheet.ts';
import type { SheetReader } from './sheets/sheet-reader.ts';

const FIELDS = ['name', 'email2', 'phoneno', 'notickets'] as const;

/** Reads a sheet and lists the errors of each row. Stores nothing. */
export class PreviewImport {
  constructor(
    private readonly entries: EntriesRepository,
    private readonly allotments: AllotmentsRepository,
    private readonly views: EntryViews,
    private readonly sheets: SheetReader,
  ) {}

  /** @throws DomainError `booking.sheet_unreadable` */
  async preview(
    group: ComplimentaryCategory,
    format: SheetFormat,
    content: string,
  ): Promise<AnswerOf<typeof complimentaryRoutes.previewImport>> {
    const read = await this.read(format, Buffer.from(content, 'base64'));
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
      return { ...row, errors, ...(tickets ? { known: `This guest ${knownInWords(tickets, group)}` } : {}) };
    });
    const good = rows.filter(({ errors, known: again }) => errors.length === 0 && again === undefined);
    return {
      rows,
      good: good.length,
      tickets: good.reduce((sum, { notickets }) => sum + Number(notickets), 0),
      allotment: this.views.allotment(allotment),
    };
  }

  private async read(format: SheetFormat, file: Buffer): Promise<ReadRow[]> {
    try {
      return await this.sheets.read(format, file);
    } catch (error) {
      if (error instanceof UnreadableSheetError)
        throw new DomainError('booking.sheet_unreadable', {
          detail: error.message,
          errors: [{ pointer: '/content', field: 'content', detail: error.message }],
          cause: error,
        });
      throw error;
    }
  }
}

/** Why a row cannot be added, by the rules of the forms. */
function faultsOf({ row: _row, ...cells }: ReadRow): SheetRow['errors'] {
  const notickets = /^[+-]?[0-9]{1,9}$/.test(cells.notickets) ? Number(cells.notickets) : undefined;
  const parsed = guestSchema.safeParse({ ...cells, notickets });
  if (parsed.success) return [];
  const first = new Map<string, string>();
  for (const { path, message } of parsed.error.issues) if (!first.has(String(path[0]))) first.set(String(path[0]), message);
  return FIELDS.flatMap((field) => {
    const detail = first.get(field);
    return detail === undefined ? [] : [{ field, detail }];
  });
}
