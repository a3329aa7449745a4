import { REPORT_SORTS, type ReportSort } from '@concert/contracts/booking/reports';
import { createCursor, unknownCursor } from '@concert/service-kit/http/cursor';
import { z } from 'zod';
import type { ReportPosition } from './report-page.ts';

const stated = z.union([
  z.tuple([z.enum(REPORT_SORTS).exclude(['name', '-name']), z.int().min(0), z.string().regex(/^(bk|cp)_[0-9a-z]{20,26}$/)]),
  z.tuple([z.enum(['name', '-name']), z.string().max(64), z.string().regex(/^(bk|cp)_[0-9a-z]{20,26}$/)]),
]);

const cursors = createCursor(stated, '/cursor');

/** The cursor of a row in a list with this sort order. It contains only that order and the row's value and id. */
export function cursorOf(sort: ReportSort, { value, id }: ReportPosition): string {
  return cursors.write([sort, value, id] as z.infer<typeof stated>);
}

/** The position that a cursor names. @throws DomainError `request.invalid` for a cursor of another sort order, or a malformed one */
export function positionOf(cursor: string, sort: ReportSort): ReportPosition {
  const [sorted, value, id] = cursors.read(cursor);
  if (sorted !== sort) throw unknownCursor('/cursor');
  return { value, id };
}
