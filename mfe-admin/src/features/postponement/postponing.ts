import { settingsRoutes, type ConcertSettings } from '@concert/contracts/booking/settings';
import type { InputOf } from '@concert/contracts/core/route';
import { checkForm, type CheckResult, type FieldOf } from '@concert/web-kit/forms/field-errors.ts';
import { texts } from '../../texts.ts';
import { startOf, startsOf, type TypedStart } from '../organising/typed-start.tsx';

const words = texts.start;

/** The postponement while it is being typed: everything is text. */
export interface PostponingValues extends Omit<TypedStart, 'timeZone'> {
  readonly known: 'date' | 'follow';
  readonly reason: string;
  readonly lastDay: string;
  readonly silence: '' | 'keep' | 'refund';
}

/** What the form shows at first: nothing that somebody has to decide is decided for them. */
export function firstValues({ state, stateReason }: ConcertSettings): PostponingValues {
  return { known: 'date', local: '', which: '', reason: state === 'postponed' ? stateReason : '', lastDay: '', silence: '' };
}

export type PostponingBody = InputOf<typeof settingsRoutes.postponeConcert>['body'];

/** When the concert begins by what is typed; undefined while that is not clear, or while the date is to follow. */
export function newStartOf(values: PostponingValues, timeZone: string): Date | undefined {
  return values.known === 'date' ? startOf({ ...values, timeZone }) : undefined;
}

function bodyOf({ known, local, which, reason, lastDay, silence }: PostponingValues, version: number) {
  const date = known === 'follow' ? null : { local, ...(which === '' ? {} : { which }) };
  return { version, date, reason, lastDay, silence };
}

/** Names the form's field for a place in the body. */
export const fieldOf: FieldOf = (pointer) => {
  const [first = '', second] = pointer.slice(1).split('/');
  return first === 'date' ? (second ?? 'local') : first;
};

/** Checks what is typed by the schema the server uses, and by the clocks at the venue. */
export function checkPostponing(values: PostponingValues, version: number, timeZone: string): CheckResult<PostponingBody> {
  const checked = checkForm(settingsRoutes.postponeConcert.body, bodyOf(values, version), fieldOf);
  const errors: Record<string, string> = checked.ok ? {} : { ...checked.errors };
  if (values.known === 'date' && newStartOf(values, timeZone) === undefined) {
    const twice = startsOf({ ...values, timeZone }).length > 1;
    errors[twice ? 'which' : 'local'] ??= twice ? words.twice : words.never;
  }
  return checked.ok && Object.keys(errors).length === 0 ? checked : { ok: false, errors };
}
