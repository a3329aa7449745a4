import { z } from 'zod';
import { DomainError } from '../process/errors.ts';

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

/** Where a page of a list ends that is ordered by time: at an item by its time and id. */
export interface TimePosition<Id extends string> {
  readonly at: Date;
  readonly id: Id;
}

/** The cursor of a list that is ordered by time. @param id form of the ids of the list */
export function createTimeCursor<Id extends string>(id: z.ZodType<Id>): Cursor<TimePosition<Id>> {
  const cursor = createCursor(z.tuple([z.iso.datetime(), id]));
  return {
    write: (place) => cursor.write([place.at.toISOString(), place.id]),
    read(text) {
      const [at, of] = cursor.read(text);
      return { at: new Date(at), id: of };
    },
  };
}
