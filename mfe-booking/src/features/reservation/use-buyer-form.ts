import { callWithoutSchema } from '@concert/web-kit/call-without-schema.ts';
import { useForm, type FormState } from '@concert/web-kit/forms/use-form.ts';
import type { Session } from '@concert/web-kit/session.tsx';
import { useEffect, useEffectEvent, useState } from 'react';
import { checkReservation, FIELDS, storedFormValues, type BuyerValues } from './reservation.ts';
import type { Reservation } from './use-reservation.ts';
import type { SeatChoice } from './use-seat-choice.ts';

/** The buyer's details and gift, checked when the form is sent; then the seats are reserved, or paid if they are held already. */
export function useBuyerForm(
  session: Session,
  seats: SeatChoice,
  reservation: Reservation,
  gifts: boolean,
): [FormState<BuyerValues>, () => void] {
  const { category, tickets, companions, free } = seats;
  const { progress, reserve, pay, startOver } = reservation;
  const [person, setPerson] = useState(session?.userId);
  const [kept, setKept] = useState(() => storedFormValues(session?.email));
  const [back] = useState(progress.at === 'form' ? progress.back : undefined);
  const valuesOf = ({ name, phoneno, gift }: typeof kept): BuyerValues => ({
    name: name ?? back?.firstname ?? session?.name ?? '',
    email: back?.email ?? '',
    phoneno: phoneno ?? back?.phoneno ?? '',
    needs: back?.needs?.kinds ?? [],
    ownWords: back?.needs?.ownWords ?? '',
    gift: gift ?? (back?.giftMinor ? String(back.giftMinor / 100) : ''),
  });
  const form = useForm({
    name: 'reservation',
    first: valuesOf(kept),
    fields: FIELDS,
    onEdit: startOver,
    summaryFrom: 2,
  });
  if (person !== session?.userId) {
    const known = storedFormValues(session?.email);
    setPerson(session?.userId);
    setKept(known);
    // Who turns out to be signed in keeps what they typed meanwhile; nobody else finds it here.
    if (person === undefined) form.fill(valuesOf(known));
    else form.reset(valuesOf(known));
  }
  useProfilePhone(Boolean(session) && !kept.phoneno, (phoneno) => form.fill({ phoneno }));
  const leadBack = useEffectEvent(() => back && !session && form.focus('email'));
  useEffect(() => void leadBack(), []);

  const [checkedFor, setCheckedFor] = useState(category.seating);
  // Choosing a category starts the form anew; what was typed of the person is kept, the faults of the last try are not.
  if (checkedFor !== category.seating) {
    setCheckedFor(category.seating);
    form.clear();
  }

  const submit = () => {
    if (progress.at === 'busy') return;
    const values = {
      ...form.values,
      ...(gifts ? {} : { gift: '' }),
      email: session?.email ?? form.values.email,
      seating: category.seating,
      tickets,
      ...(companions === undefined ? {} : { companions }),
    };
    const checked = checkReservation(values, category, free, window.location.origin);
    if (!checked.ok) {
      form.refuse(checked.errors);
      return;
    }
    form.clear();
    void (progress.at === 'unpaid' ? pay(progress.held) : reserve(checked.value));
  };
  return [form, submit];
}

/** The address is written out because the schemas of its contract are not needed here. A test keeps it equal to the contract's. */
export const PROFILE_CALL = '/api/profile';

function phoneIn(body: unknown): string | undefined {
  const { phone } = Object(body) as { phone?: unknown };
  return typeof phone === 'string' ? phone : undefined;
}

/**
 * Reads the phone number of the buyer's profile.
 * @param wanted whether the form has none of its own, and there is a profile to read
 */
function useProfilePhone(wanted: boolean, onKnown: (phone: string) => void): void {
  const tell = useEffectEvent(onKnown);
  useEffect(() => {
    if (!wanted) return;
    const stop = new AbortController();
    // If it does not come, nothing is missing: the field is there to be filled in.
    void callWithoutSchema('GET', PROFILE_CALL, phoneIn, stop.signal).then((profile) => {
      if (profile.ok) tell(profile.value);
    });
    return () => stop.abort();
  }, [wanted]);
}
