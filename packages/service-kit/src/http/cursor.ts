import { z } from 'zod';
import { DomainError } from '../process/errors.ts';
import type { TimePosition } from '../store/collection.ts';

/** Where a cursor stands in a request: in its query, or in its body. */
type CursorPointer = '?cursor' | '/cursor';

/** The refusal of a cursor that does not belong to the list it was sent to. */
export function unknownCursor(pointer: CursorPointer = '?cursor'): DomainError {
  return new DomainError('request.invalid', {
    detail: 'The cursor is not one of this list',
    errors: [{ pointer, field: 'cursor', detail: 'is not a cursor of this list' }],
  });
}

/** Writes places in a list as text that callers hand back and need not understand, and reads it. */
export interface Cursor<Place> {
  write(place: Place): string;
  /** @throws DomainError `request.invalid` when the text is no cursor of this list */
  read(cursor: string): Place;
}

/** @param schema of a place in the list, as plain data */
export function createCursor<Place>(schema: z.ZodType<Place>, pointer?: CursorPointer): Cursor<Place> {
  return {
    write: (place) => Buffer.from(JSON.stringify(place)).toString('base64url'),
    read(cursor) {
      let json: unknown;
      try {
        json = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
      } catch {
        throw unknownCursor(pointer);
      }
      const { success, data } = schema.safeParse(json);
      if (!success) throw unknownCursor(pointer);
      return data;
    },
  };
}

/** Pages of a list that is ordered by time. */
interface TimeCursor<Id extends string> {
  /** Where a page begins; undefined for the first. @throws DomainError `request.invalid` when the text is no cursor of this list */
  after(cursor: string | undefined): TimePosition<Id> | undefined;
  /** The page in what was found, which is one more than it holds where another follows. @param placeOf where an item stands in the list */
  page<T>(found: readonly T[], limit: number, placeOf: (item: T) => TimePosition<Id>): { items: T[]; next?: string };
}

/** @param id form of the ids of the list */
export function createTimeCursor<Id extends string>(id: z.ZodType<Id>, pointer?: CursorPointer): TimeCursor<Id> {
  const cursor = createCursor(z.tuple([z.iso.datetime(), id]), pointer);
  return {
    after(text) {
      if (text === undefined) return undefined;
      const [at, of] = cursor.read(text);
      return { at: new Date(at), id: of };
    },
    page(found, limit, placeOf) {
      const items = found.slice(0, limit);
      if (found.length <= limit) return { items };
      const { at, id: last } = placeOf(items.at(-1)!);
      return { items, next: cursor.write([at.toISOString(), last]) };
    },
  };
}
