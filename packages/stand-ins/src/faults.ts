import { z } from 'zod';

/** A count, or milliseconds; none at first. */
export const count = z.coerce.number().int().min(0).max(1_000_000).default(0);
export const flag = z.boolean().default(false);

/** Switches faults on and off as asked; with `reset` all that are not named are off. @throws ZodError naming what is no value of a fault */
export function switchFaults<Schema extends z.ZodObject>(schema: Schema, faults: z.infer<Schema>, asked: Record<string, unknown>): void {
  Object.assign(faults, schema.parse({ ...(asked['reset'] ? {} : faults), ...asked }));
}
