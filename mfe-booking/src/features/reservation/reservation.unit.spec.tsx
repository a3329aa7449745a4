import { beforeEach, describe, expect, it } from '@jest/globals';
import { TERMS_VERSION } from '@concert/contracts/core/terms';
import { SEATING_RULES } from '@concert/contracts/booking/seating';
import type { Category } from './choice.ts';
import { checkReservation, storedFormValues, storeReservation, type ReservationValues } from './reservation.ts';

const general: Category = { ...SEATING_RULES['General Seating'], capacity: 500, left: 500 };
const good: ReservationValues = {
  name: 'Meera Raghavan',
  email: 'meera@example.org',
  phoneno: '(555) 123-4567',
  seating: 'General Seating',
  tickets: 2,
  needs: [],
  ownWords: '',
  gift: '',
};

function errorsOf(changes: Partial<ReservationValues>, category = general) {
  const checked = checkReservation({ ...good, ...changes }, category, 0, 'http://localhost');
  return checked.ok ? {} : { ...checked.errors };
}

beforeEach(() => localStorage.clear());

describe('checking the reservation', () => {
  it.each([0, -1, Number.NaN])('S5-16 No. of tickets is required (%p)', (tickets) => {
    expect(errorsOf({ tickets })['notickets']).toBe('No. of tickets is required');
  });

  it('S5-17 Amount must be greater than zero', () => {
    expect(errorsOf({}, { ...general, priceMinor: 0 })).toEqual({ amount: 'Amount must be greater than zero' });
  });

  it('takes a gift in whole dollars, in the digits of any script, within bounds, and says what is wrong with another', () => {
    for (const [gift, minor] of Object.entries({ '': undefined, ' ٢٠ ': 2_000, $1: 100, '10000': 1_000_000 })) {
      const checked = checkReservation({ ...good, gift }, general, 0, 'http://localhost');
      expect([gift, checked.ok && checked.value.giftMinor]).toEqual([gift, minor]);
    }
    const whole = 'Gift must be whole dollars, for example 20';
    const faults = {
      '20.50': whole,
      '-5': whole,
      '1e3': whole,
      ten: whole,
      '0': 'Gift must be at least 1 dollar',
      '10001': 'Gift must be at most 10000 dollars',
    };
    for (const [gift, fault] of Object.entries(faults)) expect([gift, errorsOf({ gift })]).toEqual([gift, { gift: fault }]);
  });

  it('S7-11 B6-529 makes the booking document with the version of the terms that the form leads to, the amount in minor units', () => {
    const checked = checkReservation({ ...good, name: ' Meera Raghavan ' }, general, 0, 'http://localhost');
    expect(checked.ok && checked.value).toEqual({
      firstname: 'Meera Raghavan',
      lastname: '',
      email: 'meera@example.org',
      phoneno: '(555) 123-4567',
      notickets: 2,
      amount: 5_000,
      currency: 'USD',
      seating: 'General Seating',
      status: 'pending',
      host: 'http://localhost',
      terms_version: TERMS_VERSION,
    });
  });
});

/* What is typed is read by one contract here and at the server, whose own tests know every strange name and number. */

describe('what the browser keeps', () => {
  it('S3-29 S3-30 stands under the specified keys', () => {
    const checked = checkReservation(good, general, 0, 'http://localhost');
    if (checked.ok) storeReservation(checked.value);
    expect({ ...localStorage }).toEqual({
      name: 'Meera Raghavan',
      email: 'meera@example.org',
      phoneno: '(555) 123-4567',
      notickets: '2',
      amount: '50.00',
      currency: 'USD',
      seating: 'General Seating',
    });
  });

  it('gives names and numbers back only to the account they were typed with', () => {
    const checked = checkReservation(good, general, 0, 'http://localhost');
    if (checked.ok) storeReservation(checked.value);
    expect(storedFormValues('meera@example.org')).toMatchObject({ name: 'Meera Raghavan', phoneno: '(555) 123-4567' });
    expect(storedFormValues('someone@else.example')).toMatchObject({ name: null, phoneno: null, seating: 'General Seating' });
    expect(storedFormValues(undefined)).toMatchObject({ name: null, phoneno: null });
  });
});
