import { beforeEach, describe, expect, it } from '@jest/globals';
import { reserveBodySchema } from '@concert/contracts/booking/reserving';
import { TERMS_VERSION } from '@concert/contracts/core/terms';
import { SEATING_RULES } from '@concert/contracts/booking/seating';
import { amountMinor, type Category } from './choice.ts';
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
};

function errorsOf(changes: Partial<ReservationValues>, category = general) {
  const checked = checkReservation({ ...good, ...changes }, category, 0, 'http://localhost');
  return checked.ok ? {} : { ...checked.errors };
}

beforeEach(() => localStorage.clear());

describe('checking the reservation', () => {
  it.each(['', '\u00a0'])('S5-12 Name is required (%p)', (name) => {
    expect(errorsOf({ name })).toEqual({ name: 'Name is required' });
  });

  it('S5-13 Email is required', () => {
    expect(errorsOf({ email: '' })).toEqual({ email: 'Email is required' });
  });

  it.each(['', '  '])('S5-14 Phone number is required (%p)', (phoneno) => {
    expect(errorsOf({ phoneno })).toEqual({ phoneno: 'Phone number is required' });
  });

  it.each(['555 12', '(555 123-4567', '<b>'])('S5-15 Phone number is invalid (%s)', (phoneno) => {
    expect(errorsOf({ phoneno })).toEqual({ phoneno: 'Phone number is invalid' });
  });

  it.each(['5551234567', '555-123-4567', '555.123.4567', '555•123•4567', '(555)123-4567', '(555) 123-4567'])(
    'S5-15 takes %s',
    (phoneno) => {
      expect(errorsOf({ phoneno })).toEqual({});
    },
  );

  it.each([0, -1, Number.NaN])('S5-16 No. of tickets is required (%p)', (tickets) => {
    expect(errorsOf({ tickets })['notickets']).toBe('No. of tickets is required');
  });

  it('S5-17 Amount must be greater than zero', () => {
    expect(errorsOf({}, { ...general, priceMinor: 0 })).toEqual({ amount: 'Amount must be greater than zero' });
  });

  it('S5-18 tells every fault at once', () => {
    expect(Object.keys(errorsOf({ name: ' ', phoneno: '', email: '' }))).toEqual(expect.arrayContaining(['name', 'email', 'phoneno']));
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
function verdicts(changes: object, category = general) {
  const values: ReservationValues = { ...good, ...changes };
  const server = reserveBodySchema.safeParse({
    firstname: values.name,
    lastname: '',
    email: values.email,
    phoneno: values.phoneno,
    notickets: values.tickets,
    amount: amountMinor(category, values.tickets),
    currency: 'USD',
    seating: values.seating,
    status: 'pending',
    host: 'http://localhost',
  });
  const serverErrors = server.success
    ? {}
    : Object.fromEntries(
        server.error.issues.toReversed().map((issue) => [issue.path[0] === 'firstname' ? 'name' : String(issue.path[0]), issue.message]),
      );
  return { form: errorsOf(changes, category), server: serverErrors };
}

describe('strange values', () => {
  it.each<[string, unknown, string]>([
    ['name', '\u200b', 'Name is required'],
    ['name', null, 'Name is required'],
    ['name', 'x'.repeat(121), 'Name is too long (at most 120 characters)'],
    ['name', 'a\u2028b', 'Name contains characters that cannot be used'],
    ['phoneno', ' ', 'Phone number is required'],
    ['phoneno', { $gt: '' }, 'Phone number is required'],
    ['phoneno', '5551234567 x12', 'Phone number is invalid'],
    ['tickets', 7, 'No. of tickets must be at most 6'],
    ['seating', '__proto__', 'Seating is not one of the categories'],
    ['seating', null, 'Seating is not one of the categories'],
  ])('B9-506 S5-12 S5-14 S5-15 S5-18 the %s %j is refused in the same words by form and server: %s', (field, value, text) => {
    const errors = { [field === 'tickets' ? 'notickets' : field]: text };
    expect(verdicts({ [field]: value })).toEqual({ form: errors, server: errors });
  });

  it.each(['عائشة', "a';--", '<img src=x onerror=alert(1)>', 'x'.repeat(120)])('%j is somebody’s name', (name) => {
    expect(verdicts({ name })).toEqual({ form: {}, server: {} });
  });

  it.each([0, 1.5, Number.NaN, Infinity, '1', true, [2], null])('S5-16 %p tickets are refused in the field', (tickets) => {
    const { form, server } = verdicts({ tickets });
    expect([form['notickets'], server['notickets']]).toEqual(Array(2).fill('No. of tickets is required'));
  });

  it.each([0, -2_500, 25.005, Number.NaN, 99_999_999_999])('S5-17 an amount of %p minor units for each ticket is refused', (priceMinor) => {
    const { form, server } = verdicts({ tickets: 1 }, { ...general, priceMinor });
    expect(form['amount']).toMatch(/^Amount (must be greater than zero|is too large)$/);
    expect(form).toEqual(server);
  });
});

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
