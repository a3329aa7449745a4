import { describe, expect, it } from '@jest/globals';
import { bookingRoutes } from '@concert/contracts/booking/http';
import { priceMinor } from '@concert/contracts/booking/seating';
import { fieldErrors } from '@concert/service-kit/process/errors';

const { reserve, showBookingDetails } = bookingRoutes;
const ORDER = {
  ...{ firstname: 'Meera', lastname: '', email: 'meera@example.org', phoneno: '(555) 123-4567' },
  ...{ notickets: 1, seating: 'General Seating', amount: priceMinor('General Seating', 1), currency: 'USD' },
};
const refusals = (body: unknown, schema: typeof reserve.body | typeof showBookingDetails.body = reserve.body) => {
  const { error } = schema.safeParse(body);
  return error ? fieldErrors(error, 'body').map(({ field, detail }) => [field, detail]) : [];
};

// What a field takes and refuses is tested in contracts, that each route checks its body in the kit; here is what this body is made of.
describe('B9-506 a field of a reservation', () => {
  const tickets = 'No. of tickets is required';
  it.each<[string, Record<string, unknown>, string]>([
    ...[0, '1', 0.5, null].map((notickets) => ['notickets', { notickets }, tickets] as [string, Record<string, unknown>, string]),
    ['notickets', { notickets: 7 }, 'No. of tickets must be at most 6'],
    ['currency', { currency: 'usd' }, 'Currency must be USD'],
    ['seating', { seating: 'general seating' }, 'Seating is not one of the categories'],
    ['seating', { seating: 'constructor' }, 'Seating is not one of the categories'],
    ['status', { status: 'refunded' }, 'Status must be pending'],
    ['_id', { _id: 'bk_00000000000000000000000000' }, 'is not a field of this request'],
    ['$set', { $set: { status: 'paid' } }, 'is not a field of this request'],
  ])('%s is refused by its name: %j', (field, over, detail) => {
    expect(refusals({ ...ORDER, ...over })).toEqual([[field, detail]]);
  });

  it('right values are taken, without marks that nobody sees around a name', () => {
    const { data } = reserve.body.safeParse({ ...ORDER, firstname: '\uFEFF\u200e\u2066Meera\u2069\u00ad' });
    expect(data).toMatchObject(ORDER);
  });

  it('a number no machine can hold is refused', () => {
    for (const field of ['notickets', 'amount'])
      for (const number of ['1e400', '1e309']) {
        const body: unknown = JSON.parse(JSON.stringify(ORDER).replace(new RegExp(`"${field}":\\d+`), `"${field}":${number}`));
        expect(refusals(body).map(([name]) => name)).toEqual([field]);
      }
  });

  it('with a key twice has the meaning of the last, which is checked like any other', () => {
    const twice = JSON.stringify(ORDER).replace('{', '{"email":"somebody@example.org",').replace(`"email":"${ORDER.email}"`, '"email":7');
    expect(refusals(JSON.parse(twice)).map(([name]) => name)).toEqual(['email']);
  });
});

// Links of other bookings are tried in bookings.int.spec.ts, forged ones at the signer.
describe('a reference that opens nothing', () => {
  it.each([[-1], [true], [{ $gt: '' }], ['b'.repeat(101)]])('is %j: refused by its name', (reference) => {
    expect(refusals({ reference, reference2: 'C1.0000.x' }, showBookingDetails.body).map(([name]) => name)).toEqual(['reference']);
  });
});
