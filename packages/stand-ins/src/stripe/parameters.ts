import { invalid } from './errors.ts';
import type { FormFields, FormValue } from './form-fields.ts';
import type { Metadata } from './objects.ts';

/* Readers of a request's parameters, which refuse what the provider refuses, in its words. */

export function isFields(value: FormValue | undefined): value is FormFields {
  return typeof value === 'object' && !Array.isArray(value);
}

export function text(value: FormValue | undefined, param: string, max: number): string | null {
  if (value === undefined || value === '') return null;
  if (typeof value !== 'string') throw invalid('Invalid string', param);
  if (value.length > max) throw invalid(`Invalid string: must be at most ${max} characters`, param);
  return value;
}

export function integer(value: FormValue, param: string): number {
  if (typeof value !== 'string' || !/^-?[0-9]{1,15}$/.test(value))
    throw invalid(`Invalid integer: ${JSON.stringify(value)}`, param, 'parameter_invalid_integer');
  return Number(value);
}

export function boolean(value: FormValue, param: string): boolean {
  if (value !== 'true' && value !== 'false') throw invalid(`Invalid boolean: ${JSON.stringify(value)}`, param);
  return value === 'true';
}

export function urlParameter(fields: FormFields, param: string): string | null {
  const value = text(fields[param], param, 5_000);
  if (value === null) return null;
  if (!/^https?:\/\//.test(value) || !URL.canParse(value)) throw invalid('Not a valid URL', param, 'url_invalid');
  return value;
}

export function metadata(value: FormValue | undefined): Metadata {
  if (value === undefined || value === '') return {};
  if (!isFields(value)) throw invalid('Invalid object', 'metadata');
  const entries = Object.entries(value);
  if (entries.length > 50) throw invalid('Metadata can have up to 50 keys', 'metadata');
  const result: Metadata = {};
  for (const [key, entry] of entries) {
    if (key.length > 40)
      throw invalid(
        `Metadata keys can have up to 40 characters, but you passed in a key that is ${key.length} characters. Invalid key: ${key}`,
        'metadata',
      );
    if (typeof entry !== 'string') throw invalid(`Invalid string: metadata[${key}]`, 'metadata');
    if (entry.length > 500) {
      throw invalid(
        `Metadata values can have up to 500 characters, but you passed in a value that is ${entry.length} characters. Invalid value: ${entry.slice(0, 40)}…`,
        `metadata[${key}]`,
      );
    }
    result[key] = entry;
  }
  return result;
}
