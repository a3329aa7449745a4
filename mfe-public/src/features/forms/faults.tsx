import { ErrorSummary } from '@concert/design-system/error-summary.tsx';
import { texts } from '../../texts.ts';
import type { Submit } from './use-submit.ts';

export interface FaultsProps {
  readonly form: Pick<Submit<never>, 'errors' | 'attempt'>;
  /** Id of the control of each field. */
  readonly fields: Readonly<Record<string, string>>;
  readonly title?: string;
}

/** The faults of a form in one place, each leading to its field. */
export function Faults({ form, fields, title = texts.form.correct }: FaultsProps) {
  const [first = ''] = Object.values(fields);
  return (
    <ErrorSummary
      title={title}
      attempt={form.attempt}
      errors={Object.entries(form.errors).map(([field, text]) => ({ fieldId: fields[field] ?? first, text }))}
    />
  );
}
