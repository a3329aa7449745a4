import type { bookingRoutes } from '@concert/contracts/booking/http';
import type { CallOf, ResultOf } from '@concert/contracts/core/route';
import type { AccessNeed } from '@concert/contracts/booking/access';
import { reserveBodySchema } from '@concert/contracts/booking/reserving';
import { centsIn } from '@concert/contracts/core/as-typed';
import { CURRENCY } from '@concert/contracts/core/money';
import { TERMS_VERSION } from '@concert/contracts/core/terms';
import { checkForm, type CheckResult } from '@concert/web-kit/forms/field-errors.ts';
import { forget, recall, remember } from '@concert/web-kit/storage.ts';
import { storeBooking, type PayableBooking } from '../payment-page/payment-page.ts';
import { amountMinor, type Category, type Choice } from './choice.ts';

/** What is typed of the buyer; the seats are chosen beside it. */
export interface BuyerValues {
  readonly name: string;
  /** Email of a buyer who is signed out; otherwise it is the account's. */
  readonly email: string;
  readonly phoneno: string;
  readonly needs: readonly AccessNeed[];
  readonly ownWords: string;
  /** A gift beside the seats, in dollars as typed; empty for none. */
  readonly gift: string;
}

/** A gift as typed, in minor units: undefined for none, NaN for what is no amount. */
export const giftMinorIn = (typed: string) => (typed.trim() === '' ? undefined : (centsIn(typed) ?? Number.NaN));

/** What stands in the form. The email is the account's, the amount follows from the choice. */
export type ReservationValues = Choice & BuyerValues;

/** What reserving answers. */
export type PlacedBooking = ResultOf<typeof bookingRoutes.reserve>;

/** Body of the booking call. The form has one name; the booking keeps it whole as the first name. */
export type ReservationBody = CallOf<typeof bookingRoutes.reserve>['body'];

/** A booking as its buyer meant it, wherever they did. */
export type ChosenSeats = Omit<PayableBooking, 'id'> & Pick<ReservationBody, 'access'>;

/** The fields in the order they stand, for errors that lead to them. */
export const FIELDS = ['name', 'email', 'phoneno', 'notickets', 'amount', 'gift', 'companions', 'ownWords'];

const PLACES: Readonly<Record<string, string>> = {
  '/firstname': 'name',
  '/giftMinor': 'gift',
  '/access/companions': 'companions',
  '/needs/ownWords': 'ownWords',
};

/**
 * Checks the form by the rules the server uses. Errors stand under the names of the form's fields.
 * @param free tickets that cost nothing
 */
export function checkReservation(values: ReservationValues, category: Category, free: number, host: string): CheckResult<ReservationBody> {
  return checkForm(
    reserveBodySchema,
    {
      firstname: values.name,
      lastname: '',
      email: values.email,
      phoneno: values.phoneno,
      notickets: values.tickets,
      amount: amountMinor(category, values.tickets, free),
      currency: CURRENCY,
      seating: values.seating,
      giftMinor: giftMinorIn(values.gift),
      ...(values.companions === undefined ? {} : { access: { companions: values.companions } }),
      ...(values.needs.length > 0 || values.ownWords.trim() !== '' ? { needs: { kinds: values.needs, ownWords: values.ownWords } } : {}),
      status: 'pending',
      host,
      terms_version: TERMS_VERSION,
    },
    (pointer) => PLACES[pointer] ?? pointer.slice(1),
  );
}

/** Stores the form's values under the specification's keys; the booking they belong to is not known yet. */
export function storeReservation(body: ReservationBody): void {
  storeBooking(body);
  forget('userbookingid', 'companions', 'gift');
}

/** Stores a choice, and what is to be given beside it, while somebody signs in. */
export function storeChoice(choice: Choice, gift: string): void {
  remember('seating', choice.seating);
  remember('notickets', String(choice.tickets));
  if (choice.companions === undefined) forget('companions');
  else remember('companions', String(choice.companions));
  if (gift === '') forget('gift');
  else remember('gift', gift);
}

/** What this browser stored of an earlier form. Names and numbers come back only for the account they were typed with. */
export function storedFormValues(email: string | undefined) {
  const own = email !== undefined && recall('email') === email;
  return {
    seating: recall('seating'),
    tickets: recall('notickets'),
    companions: recall('companions'),
    gift: recall('gift'),
    name: own ? recall('name') : null,
    phoneno: own ? recall('phoneno') : null,
  };
}
