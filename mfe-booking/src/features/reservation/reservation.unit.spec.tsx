import { beforeEach, describe, expect, it } from '@jest/globals';
import { SEATING_RULES } from '@concert/contracts/booking/seating';
import type { Category } from './choice.ts';
import { checkReservation, keptValues, storeReservation, type ReservationValues } from './reservation.ts';

const general: Category = { ...SEATING_RULES['General Seating'], capacity: 500, left: 500 };
const good: ReservationValues = { name: 'Meera Raghavan', email: 'meera@example.org', phoneno: '(555) 123-4567', seating: 'General Seating', tickets: 2 };

function errorsOf(changes: Partial<ReservationValues>, category = general) {
  const checked = checkReservation({ ...good, ...changes }, category, 'http://localhost');
  return checked.ok ? {} : { ...checked.errors };
}

beforeEach(() => localStorage.clear());

describe('checking the reservation', () => {
  it.each(['', '   ', '\u00a0'])('S5-12 Name is required (%p)', (name) => {
    expect(errorsOf({ name })).toEqual({ name: 'Name is required' });
  });

  it('S5-13 Email is required', () => {
    expect(errorsOf({ email: '' })).toEqual({ email: 'Email is required' });
  });

  it.each(['', '  '])('S5-14 Phone number is required (%p)', (phoneno) => {
    expect(errorsOf({ phoneno })).toEqual({ phoneno: 'Phone number is required' });
  });

  it.each(['555 12', '911', '1-555-123-4567', '(555 123-4567', '555--123-4567', '5551234567 x12', '٥٥٥١٢٣٤٥٦٧', '<b>'])('S5-15 Phone number is invalid (%s)', (phoneno) => {
    expect(errorsOf({ phoneno })).toEqual({ phoneno: 'Phone number is invalid' });
  });

  it.each(['5551234567', '555-123-4567', '555.123.4567', '555•123•4567', '(555)123-4567', '(555) 123-4567'])('S5-15 takes %s', (phoneno) => {
    expect(errorsOf({ phoneno })).toEqual({});
  });

  it.each([0, -1, Number.NaN])('S5-16 No. of tickets is required (%p)', (tickets) => {
    expect(errorsOf({ tickets })['notickets']).toBe('No. of tickets is required');
  });

  it('S5-17 Amount must be greater than zero', () => {
    expect(errorsOf({}, { ...general, priceMinor: 0 })).toEqual({ amount: 'Amount must be greater than zero' });
  });

  it('S5-18 tells every fault at once', () => {
    expect(Object.keys(errorsOf({ name: ' ', phoneno: '', email: '' }))).toEqual(expect.arrayContaining(['name', 'email', 'phoneno']));
  });

  it('S7-11 makes the booking document, the amount in minor units', () => {
    const checked = checkReservation({ ...good, name: ' Meera Raghavan ' }, general, 'http://localhost');
    expect(checked.ok && checked.body).toEqual({
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
    });
  });
});

describe('what the browser keeps', () => {
  it('S3-29 S3-30 stands under the specified keys', () => {
    const checked = checkReservation(good, general, 'http://localhost');
    if (checked.ok) storeReservation(checked.body);
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
    const checked = checkReservation(good, general, 'http://localhost');
    if (checked.ok) storeReservation(checked.body);
    expect(keptValues('meera@example.org')).toMatchObject({ name: 'Meera Raghavan', phoneno: '(555) 123-4567' });
    expect(keptValues('someone@else.example')).toMatchObject({ name: null, phoneno: null, seating: 'General Seating' });
    expect(keptValues(undefined)).toMatchObject({ name: null, phoneno: null });
  });
});
