import type { ProblemDocument } from '@concert/contracts/core/problem';
import type { z } from 'zod';
import type { Result } from '../api-client.ts';

/** The first fault of each field, under the field's name; a fault of the whole form stands under `''`. */
export type FieldErrors = Readonly<Record<string, string>>;

/** What is typed, as the server takes it, or what is wrong with it. */
export type CheckResult<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly errors: FieldErrors };

/** What came of a try: the server's answer, or faults that were found before anything was sent. */
export type Outcome<T> = Result<T> | { readonly ok: false; readonly errors: FieldErrors };

/** Names the form's field for a place in the body, a JSON pointer. */
export type FieldOf = (pointer: string) => string;

/** For forms whose fields are named as the body's: its first step. */
const firstStep: FieldOf = (pointer) => pointer.slice(1).split(/[./]/)[0] ?? '';

function firstOfEach(faults: Iterable<readonly [string, string]>): FieldErrors {
  const errors: Record<string, string> = Object.create(null) as Record<string, string>;
  for (const [field, text] of faults) errors[field] ??= text;
  return errors;
}

/** Faults that the server found, by field. */
export function errorsOfProblem(problem: ProblemDocument, fieldOf: FieldOf = firstStep): FieldErrors {
  return firstOfEach((problem.errors ?? []).map(({ pointer, detail }) => [fieldOf(pointer), detail] as const));
}

/** A form's values checked by the schema the server uses as well. */
export function checkForm<S extends z.ZodType>(schema: S, values: unknown, fieldOf: FieldOf = firstStep): CheckResult<z.output<S>> {
  const checked = schema.safeParse(values);
  if (checked.success) return { ok: true, value: checked.data };
  const faults = checked.error.issues.map(
    ({ path, message }) => [fieldOf(path.map((step) => `/${String(step)}`).join('')), message] as const,
  );
  return { ok: false, errors: firstOfEach(faults) };
}
