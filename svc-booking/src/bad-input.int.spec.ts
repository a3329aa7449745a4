import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { priceMinor } from '@concert/contracts/booking/seating';
import { IDENTITY_HEADER, type Identity } from '@concert/contracts/core/identity';
import { RunningBooking } from './running-booking.harness.ts';

const booking = new RunningBooking();
beforeAll(() => booking.start({ BOOKING_PATIENCE_MS: '20000' }));
afterAll(() => booking.stop());

const order = (who: Identity, over: Record<string, unknown> = {}) => booking.order(who, { notickets: 1, ...over });
const listed = async (who: Identity) =>
  (await booking.ask('GET', '/api/ticket-bookings', { who })).body as {
    firstname: string;
    phoneno: string;
    notickets: number;
    amount: number;
    seating: string;
  }[];

/** Sends an order. Returns the refusal of the named field, or what was stored. */
async function outcome(field: string, over: Record<string, unknown>): Promise<unknown> {
  const who = booking.person();
  const answer = await booking.reserve(who, { notickets: 1, ...over });
  const stored = await listed(who);
  if (answer.status === 201) return stored.map((one) => one[field as keyof (typeof stored)[number]]);
  expect(stored).toEqual([]);
  const { code, errors = [] } = answer.body as { code: string; errors?: { field: string; pointer: string; detail: string }[] };
  expect(errors.find((one) => one.field === field)?.pointer).toBe(`/${field}`);
  return `${answer.status} ${code}: ${errors.find((one) => one.field === field)?.detail}`;
}

const invalid = (text: string) => `422 request.invalid: ${text}`;

// What a field takes and refuses is tested in contracts; here is that the service does both, and stores nothing it refused.
describe('B9-506 a field of a reservation', () => {
  const tickets = invalid('No. of tickets is required');
  const mismatch = (seen: string) => `422 booking.amount_mismatch: These seats cost ${seen}`;
  const category = invalid('Seating is not one of the categories');
  const currency = invalid('Currency must be USD');
  it.each<[string, string, Record<string, unknown>, unknown]>([
    ...([0, '1', 0.5, null] as const).map((notickets): [string, string, Record<string, unknown>, unknown] => [
      `tickets ${JSON.stringify(notickets)}`,
      'notickets',
      { notickets },
      tickets,
    ]),
    ['marks nobody sees around a name, which are dropped', 'firstname', { firstname: '\uFEFF\u200e\u2066Meera\u2069\u00ad' }, ['Meera']],
    ['7 tickets', 'notickets', { notickets: 7 }, invalid('No. of tickets must be at most 6')],
    ['5 tickets on Preferred', 'notickets', { notickets: 5, seating: 'Preferred Seating' }, invalid('No. of tickets must be at most 4')],
    ['right numbers, which are kept', 'amount', {}, [priceMinor('General Seating', 1)]],
    ['an amount in dollars', 'amount', { amount: 25 }, mismatch('$25.00, not $0.25')],
    [
      'a right total of another category',
      'amount',
      { seating: 'Premium Seating', amount: priceMinor('General Seating', 1) },
      mismatch('$1,000.00, not $25.00'),
    ],
    ['currency usd', 'currency', { currency: 'usd' }, currency],
    ['seating in small letters', 'seating', { seating: 'general seating' }, category],
    ['a prototype name', 'seating', { seating: 'constructor' }, category],
    ['status refunded', 'status', { status: 'refunded' }, invalid('Status must be pending')],
    ['an id of its own', '_id', { _id: 'bk_00000000000000000000000000' }, invalid('is not a field of this request')],
    ['a key with an operator', '$set', { $set: { status: 'paid' } }, invalid('is not a field of this request')],
  ])('S9-11 %s', async (_, field, over, expected) => {
    expect(await outcome(field, over)).toEqual(expected);
  });

  it('a number no machine can hold is refused', async () => {
    const who = booking.person();
    for (const [field, text] of [
      ['notickets', '1e400'],
      ['notickets', '1e309'],
      ['amount', '1e400'],
    ] as const) {
      const answer = await send(
        '/api/reserve-your-seat',
        JSON.stringify(order(who)).replace(new RegExp(`"${field}":\\d+`), `"${field}":${text}`),
        who,
      );
      expect([answer.status, answer.body.errors?.map((error) => error.field)]).toEqual([422, [field]]);
    }
    expect(await listed(who)).toEqual([]);
  });

  it('with a key twice has the meaning of the last, which is checked like any other', async () => {
    const who = booking.person();
    const body = JSON.stringify(order(who)).replace('{', '{"email":"somebody@example.org",').replace(`"email":"${who.email}"`, '"email":7');
    const answer = await send('/api/reserve-your-seat', body, who);
    expect([answer.status, answer.body.errors?.map((error) => error.field)]).toEqual([422, ['email']]);
  });
});

interface Problem {
  readonly status: number;
  readonly body: { code: string; errors?: { field: string }[] };
}

/** Sends the bytes unchanged. */
async function send(
  path: string,
  body: string | Buffer | undefined,
  who: Identity,
  headers: Record<string, string> = { 'content-type': 'application/json' },
): Promise<Problem> {
  const answer = await fetch(`${booking.service.url}${path}`, {
    method: 'POST',
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : new Uint8Array(body) }),
    headers: { [IDENTITY_HEADER]: await booking.gateway.signIdentity(who, 'svc-booking'), 'idempotency-key': randomUUID(), ...headers },
  });
  return { status: answer.status, body: (await answer.json()) as Problem['body'] };
}

// Links of other bookings are tried in bookings.int.spec.ts, forged ones at the signer.
describe('a reference that opens nothing', () => {
  const ask = (reference: unknown) => booking.ask('POST', '/api/get-booking-details', { body: { reference, reference2: 'C1.0000.x' } });

  it.each(['bk_00000000000000000000000000', 'bk_00000000000000000000000000%00', '__proto__'])(
    'is %s: as if it did not exist',
    async (reference) => {
      const answer = await ask(reference);
      expect([answer.status, answer.body.code]).toEqual([404, 'booking.not_found']);
    },
  );

  it.each<[string, unknown]>([
    ['-1', -1],
    ['true', true],
    ['{"$gt":""}', { $gt: '' }],
    ['101 characters', 'b'.repeat(101)],
  ])('is %s: refused by its name', async (_, reference) => {
    const answer = await ask(reference);
    expect([answer.status, answer.body.errors?.map((error: { field: string }) => error.field)]).toEqual([422, ['reference']]);
  });
});
