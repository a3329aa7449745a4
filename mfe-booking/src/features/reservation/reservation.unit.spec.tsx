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
  it.each(['', '   ', '\u00a0'])('S5-12 Name is required (%p)', (name) => {
    expect(errorsOf({ name })).toEqual({ name: 'Name is required' });
  });

  it('S5-13 Email is required', () => {
    expect(errorsOf({ email: '' })).toEqual({ email: 'Email is required' });
  });

  it.each(['', '  '])('S5-14 Phone number is required (%p)', (phoneno) => {
    expect(errorsOf({ phoneno })).toEqual({ phoneno: 'Phone number is required' });
  });

  it.each(['555 12', '911', '1-555-123-4567', '(555 123-4567', '555--123-4567', '5551234567 x12', '٥٥٥١٢٣٤٥٦٧', '<b>'])(
    'S5-15 Phone number is invalid (%s)',
    (phoneno) => {
      expect(errorsOf({ phoneno })).toEqual({ phoneno: 'Phone number is invalid' });
    },
  );

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

  it('S7-11 B6-19 makes the booking document with the version of the terms that the form leads to, the amount in minor units', () => {
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

/*
 * Values that people, other programs and attackers put into the fields. The server reads the same contract: where the form
 * refuses, so does the server, and in the same words.
 */
const NAME_REQUIRED = 'Name is required';
const NAME_UNUSABLE = 'Name contains characters that cannot be used';
const NAME_TOO_LONG = 'Name is too long (at most 120 characters)';
const PHONE_REQUIRED = 'Phone number is required';
const PHONE_INVALID = 'Phone number is invalid';
const TICKETS_REQUIRED = 'No. of tickets is required';

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

describe('strange names', () => {
  it.each([
    ['', NAME_REQUIRED],
    [' ', NAME_REQUIRED],
    ['\u00a0', NAME_REQUIRED],
    ['\u3000', NAME_REQUIRED],
    ['\u200b', NAME_REQUIRED],
    [', ;', NAME_REQUIRED],
    ['=1+1', NAME_REQUIRED],
    ['\u000b', NAME_REQUIRED],
    [7, NAME_REQUIRED],
    [null, NAME_REQUIRED],
    [true, NAME_REQUIRED],
    ['x'.repeat(10_001), NAME_TOO_LONG],
    [`a${'\u0301'.repeat(200)}`, NAME_TOO_LONG],
    [`${'a'.repeat(5_000)}!`, NAME_TOO_LONG],
    ['a\u0000b', NAME_UNUSABLE],
    ['\u202egnp.exe', NAME_UNUSABLE],
    [`a${'\u0301'.repeat(9)}`, NAME_UNUSABLE],
    ['\ud800', NAME_UNUSABLE],
    ['a\r\nb', NAME_UNUSABLE],
    ['a\u000bb', NAME_UNUSABLE],
    ['a\u2028b', NAME_UNUSABLE],
  ])('S5-12 S5-18 %j is refused: %s', (name, text) => {
    expect(verdicts({ name })).toEqual({ form: { name: text }, server: { name: text } });
  });

  it.each([
    '\ufeffAnna',
    '\u200e\u2066Meera\u2069\u00ad\u2060',
    'བྷྲཱུྃ མ',
    'မြွှောက် လှ',
    '\u2167',
    'عائشة',
    '李',
    'Anne-Marie',
    'undefined',
    'NaN',
    'true',
    '<img src=x onerror=alert(1)>',
    '<svg/onload=alert(1)>',
    '${a*7}',
    "a';--",
    '" or ""="',
    '=A1+1',
    '\r\nContent-Type: text/html',
    'javascript:alert(1)',
    '&lt;b&gt;',
    '../../x',
    'x'.repeat(120),
  ])('%j is somebody’s name', (name) => {
    expect(verdicts({ name })).toEqual({ form: {}, server: {} });
  });
});

describe('strange phone numbers', () => {
  it.each<[unknown, string]>([
    ['', PHONE_REQUIRED],
    [' ', PHONE_REQUIRED],
    [5551234567, PHONE_REQUIRED],
    [null, PHONE_REQUIRED],
    [{ $gt: '' }, PHONE_REQUIRED],
    // What else is no number is tested with the field, in contracts.
    ['5551234567 x12', PHONE_INVALID],
    ['(555 123-4567', PHONE_INVALID],
    ['5551234567\u0000', PHONE_INVALID],
  ])('B9-06 S5-14 S5-15 S5-18 %j is refused: %s', (phoneno, text) => {
    expect(verdicts({ phoneno })).toEqual({ form: { phoneno: text }, server: { phoneno: text } });
  });
});

describe('strange numbers of tickets, amounts and categories', () => {
  it.each([0, -1, -0, 0.01, 1.5, Number.NaN, Infinity, -Infinity, '1', '01', '0x1', '2abc', '', true, [2], {}, null, undefined, '\uff12'])(
    'S5-16 %p tickets are refused in the field',
    (tickets) => {
      const { form, server } = verdicts({ tickets });
      expect(form['notickets']).toBe(TICKETS_REQUIRED);
      expect(server['notickets']).toBe(TICKETS_REQUIRED);
    },
  );

  it('7 tickets are too many for any category; fewer are too many for a category where the concert says so', () => {
    const text = 'No. of tickets must be at most 6';
    expect(verdicts({ tickets: 7 })).toEqual({ form: { notickets: text }, server: { notickets: text } });
  });

  it.each([0, -2_500, 25.005, Number.NaN, 99_999_999_999])('S5-17 an amount of %p minor units for each ticket is refused', (priceMinor) => {
    const { form, server } = verdicts({ tickets: 1 }, { ...general, priceMinor });
    expect(form['amount']).toMatch(/^Amount (must be greater than zero|is too large)$/);
    expect(form).toEqual(server);
  });

  it.each(['general seating', 'HDYC Family', 'constructor', '__proto__', '', null, 7])('the category %p is none of the hall', (seating) => {
    const text = 'Seating is not one of the categories';
    expect(verdicts({ seating })).toEqual({ form: { seating: text }, server: { seating: text } });
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
