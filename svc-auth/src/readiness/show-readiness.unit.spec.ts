import { expect, it } from '@jest/globals';
import { ShowReadiness } from './show-readiness.ts';

it.each([
  [0, 'advice'],
  [1, 'advice'],
  [2, 'green'],
])('B4-594 of three organisers %i have a passkey: %s', async (owners, state) => {
  const users = { organisers: () => Promise.resolve([0, 1, 2].map((id) => ({ id }))) };
  const passkeys = { ofUser: (id: unknown) => Promise.resolve(Number(id) < owners ? [{}] : []) };
  const transactions = { run: (work: (transaction: unknown) => unknown) => work({}) };
  const readiness = new ShowReadiness(users as never, passkeys as never, transactions as never, undefined);
  expect((await readiness.rows()).map((row) => [row.id, row.state])).toEqual([['second-organiser', state]]);
});
