import { z } from 'zod';
import { invalid, missing, type StripeFault } from './errors.ts';
import type { FormFields } from './form-fields.ts';

/* What the API's parameters are made of: texts, as a form holds them. */

export const flag = z.enum(['true', 'false']).transform((text) => text === 'true');
export const whole = z
  .string()
  .regex(/^-?[0-9]{1,15}$/, 'Invalid integer')
  .transform(Number);
export const webAddress = z.url({ protocol: /^https?$/, error: 'Not a valid URL' }).max(5_000);
/** Up to 50 keys, 40 characters each, with texts of up to 500. */
export const metadata = z
  .record(z.string().max(40), z.string().max(500))
  .refine((entries) => Object.keys(entries).length <= 50, 'Metadata can have up to 50 keys')
  .default({});
export const expand = z.array(z.string()).optional();

/**
 * Reads a request's parameters, and refuses one that the API does not have, as Stripe does on every level.
 * @throws StripeFault naming the first parameter that is wrong
 */
export function read<T extends z.ZodType>(schema: T, fields: FormFields): z.output<T> {
  const { data, error } = schema.safeParse(fields);
  if (error) throw refusalOf(error.issues[0]!);
  return data;
}

function refusalOf(issue: z.core.$ZodIssue): StripeFault {
  const unknown = issue.code === 'unrecognized_keys' ? [issue.keys[0]!] : [];
  const param = [...issue.path, ...unknown].map((name, depth) => (depth === 0 ? String(name) : `[${String(name)}]`)).join('');
  if (unknown.length > 0) return invalid(`Received unknown parameter: ${param}`, param, 'parameter_unknown');
  if (issue.message.includes('received undefined')) return missing(param);
  return invalid(issue.message, param || undefined);
}
