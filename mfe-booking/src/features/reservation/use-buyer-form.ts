import type { FieldErrors } from '@concert/web-kit/forms/field-errors.ts';
import type { Session } from '@concert/web-kit/session.tsx';
import { useEffect, useState, type FormEvent } from 'react';
import { checkReservation, FIELDS, keptValues, type FieldName } from './reservation.ts';
import { usePhone } from './use-phone.ts';
import type { Reservation } from './use-reservation.ts';
import type { SeatChoice } from './use-seat-choice.ts';

/** What stands in the form, what is wrong with it, and the act that sends it. */
export interface BuyerFormState {
  readonly name: string;
  readonly typeName: (typed: string) => void;
  readonly phoneno: string;
  readonly typePhone: (typed: string) => void;
  readonly errors: FieldErrors;
  /** The wrong fields in the order they stand. */
  readonly wrong: readonly { readonly fieldId: string; readonly text: string }[];
  /** Counts the tries that failed, so that each of them is told. */
  readonly attempt: number;
  readonly submit: (event: FormEvent) => void;
}

/** The element of a field, for errors that lead to it. */
export const fieldId = (field: FieldName) => `reservation-${field}`;

/** The values of the form, checked when it is sent; then the seats are reserved, or paid where they are kept already. */
export function useBuyerForm(session: Session, { category, tickets }: SeatChoice, reservation: Reservation): BuyerFormState {
  const { progress, reserve, pay, startOver } = reservation;
  const [kept] = useState(() => keptValues(session?.email));
  const [name, setName] = useState(kept.name ?? session?.name ?? '');
  const [phoneno, setPhoneno] = usePhone(kept.phoneno, Boolean(session));
  const [errors, setErrors] = useState<FieldErrors>({});
  const [attempt, setAttempt] = useState(0);
  const [checkedFor, setCheckedFor] = useState(category.seating);
  // Choosing a category begins the form anew; what was typed of the person is kept, the faults of the last try are not.
  if (checkedFor !== category.seating) {
    setCheckedFor(category.seating);
    setErrors({});
  }
  const wrong = FIELDS.flatMap((field) => {
    const text = errors[field];
    return text ? [{ fieldId: fieldId(field), text }] : [];
  });

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (progress.at === 'busy') return;
    const values = { name, email: session?.email ?? '', phoneno, seating: category.seating, tickets };
    const checked = checkReservation(values, category, window.location.origin);
    setErrors(checked.ok ? {} : checked.errors);
    if (!checked.ok) {
      setAttempt((count) => count + 1);
      return;
    }
    void (progress.at === 'unpaid' ? pay(progress.held) : reserve(checked.body));
  };

  // One wrong field is where the focus goes; of several, the summary tells them all.
  const onlyWrong = wrong.length === 1 ? wrong[0]?.fieldId : undefined;
  useEffect(() => {
    if (attempt > 0 && onlyWrong) document.getElementById(onlyWrong)?.focus();
    // The focus moves at a try, not while the field is being corrected.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [attempt]);

  return {
    name,
    typeName: (typed) => {
      setName(typed);
      startOver();
    },
    phoneno,
    typePhone: (typed) => {
      setPhoneno(typed);
      startOver();
    },
    errors,
    wrong,
    attempt,
    submit,
  };
}
