import type { ProblemDocument } from '@concert/contracts/core/problem';
import type { z } from 'zod';

/** The first fault of each field, under the field's name. */
export type FieldErrors = Readonly<Record<string, string>>;

function firstOfEach(faults: Iterable<readonly [string, string]>): FieldErrors {
  const errors: Record<string, string> = Object.create(null) as Record<string, string>;
  for (const [field, text] of faults) errors[field] ??= text;
  return errors;
}

/** Faults that a contract's schema found in the browser. Faults of the whole form stand under `''`. */
export function errorsOfIssues(issues: readonly z.core.$ZodIssue[]): FieldErrors {
  return firstOfEach(issues.map((issue) => [String(issue.path[0] ?? ''), issue.message] as const));
}

/** Faults that the server found, by the same field names. */
export function errorsOfProblem(problem: ProblemDocument): FieldErrors {
  return firstOfEach((problem.errors ?? []).map(({ field, detail }) => [field.split(/[./]/)[0] ?? '', detail] as const));
}

/** A form's values checked by the schema the server uses as well. */
export function checkForm<S extends z.ZodType>(
  schema: S,
  values: unknown,
): { readonly ok: true; readonly value: z.output<S> } | { readonly ok: false; readonly errors: FieldErrors } {
  const checked = schema.safeParse(values);
  return checked.success ? { ok: true, value: checked.data } : { ok: false, errors: errorsOfIssues(checked.error.issues) };
}
