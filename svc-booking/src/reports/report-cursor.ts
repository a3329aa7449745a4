import { REPORT_SORTS, type ReportSort } from '@concert/contracts/booking/reports';
import { z } from 'zod';
import type { ReportPosition } from './report.repository.ts';

const stated = z.union([
  z.tuple([z.enum(REPORT_SORTS).exclude(['name', '-name']), z.int().min(0), z.string().regex(/^(bk|cp)_[0-9a-z]{20}$/)]),
  z.tuple([z.enum(['name', '-name']), z.string().max(64), z.string().regex(/^(bk|cp)_[0-9a-z]{20}$/)]),
]);

/** Where a list goes on, as text that callers hand back and need not understand. It holds no more than the row it names. */
export function cursorOf(sort: ReportSort, { value, id }: ReportPosition): string {
  return Buffer.from(JSON.stringify([sort, value, id])).toString('base64url');
}

/** The place a cursor names, or undefined when it is none of a list sorted this way. */
export function positionOf(cursor: string, sort: ReportSort): ReportPosition | undefined {
  let json: unknown;
  try {
    json = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
  } catch {
    return undefined;
  }
  const parsed = stated.safeParse(json);
  if (!parsed.success || parsed.data[0] !== sort) return undefined;
  return { value: parsed.data[1], id: parsed.data[2] };
}
