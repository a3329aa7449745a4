import { REPORT_SORTS, type ReportSort } from '@concert/contracts/booking/reports';
import { createCursor, unknownCursor } from '@concert/service-kit/cursor';
import { z } from 'zod';
import type { ReportPosition } from './report.repository.ts';

const stated = z.union([
  z.tuple([z.enum(REPORT_SORTS).exclude(['name', '-name']), z.int().min(0), z.string().regex(/^(bk|cp)_[0-9a-z]{20}$/)]),
  z.tuple([z.enum(['name', '-name']), z.string().max(64), z.string().regex(/^(bk|cp)_[0-9a-z]{20}$/)]),
]);

const cursors = createCursor(stated, '/cursor');

/** The cursor of a row in a list sorted this way. It holds no more than the row it names. */
export function cursorOf(sort: ReportSort, { value, id }: ReportPosition): string {
  return cursors.write([sort, value, id] as z.infer<typeof stated>);
}

/** The place a cursor names. @throws DomainError `request.invalid` when it is none of a list sorted this way */
export function positionOf(cursor: string, sort: ReportSort): ReportPosition {
  const [sorted, value, id] = cursors.read(cursor);
  if (sorted !== sort) throw unknownCursor('/cursor');
  return { value, id };
}
