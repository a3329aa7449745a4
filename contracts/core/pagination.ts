import { z } from 'zod';
import { codeField } from './fields.ts';

/** Query of a list that pages by cursor. `limit` is 1 to 100. The cursor is opaque to callers. */
export const pageQuery = {
  limit: z
    .string()
    .regex(/^[0-9]{1,3}$/, { error: 'must be a whole number from 1 to 100' })
    .transform(Number)
    .refine((n) => n >= 1 && n <= 100, { error: 'must be a whole number from 1 to 100' })
    .optional(),
  cursor: codeField(400).optional(),
};

/** A page of items; `next` is absent on the last page. */
export function pageOf<T extends z.ZodType>(item: T) {
  return z.object({ items: z.array(item), next: z.string().optional() });
}

export interface Page<T> {
  items: T[];
  next?: string;
}
