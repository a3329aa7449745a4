import { z } from 'zod';

/** Where a page of a list ends: at an item by its time and id. */
export interface Place {
  readonly at: Date;
  readonly id: string;
}

/**
 * Writes places as text that callers hand back and need not understand.
 * @param id form of the ids of the list
 */
export function createCursor(id: z.ZodType<string>) {
  const stated = z.tuple([z.iso.datetime(), id]);
  return {
    write: ({ at, id: of }: Place): string => Buffer.from(JSON.stringify([at.toISOString(), of])).toString('base64url'),
    /** The place a cursor names, or undefined when it is not one of this list. */
    read(cursor: string): Place | undefined {
      let json: unknown;
      try {
        json = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
      } catch {
        return undefined;
      }
      const parsed = stated.safeParse(json);
      return parsed.success ? { at: new Date(parsed.data[0]), id: parsed.data[1] } : undefined;
    },
  };
}
