import { expect, it } from '@jest/globals';
import type { ClientSession } from '@concert/service-kit/store/mongo';
import type { WindowCounts } from '@concert/service-kit/store/window-counts';
import { MailBudget } from './mail-budget.ts';

const transaction = {} as ClientSession;

/** A budget of a plan, whose hours and days do not end. */
function budgetOf(plan: number) {
  const counts = new Map<string, number>();
  const store: Pick<WindowCounts, 'add'> = {
    add: async (key, _window, _transaction, by = 1) => {
      counts.set(key, (counts.get(key) ?? 0) + by);
      return { count: counts.get(key)!, endsAt: new Date(0), leftMs: 7_200_000 };
    },
  };
  const budget = new MailBudget(store as WindowCounts, (...parts) => parts.join(' '), plan, 'info@concert.example');
  const taken = async (source: string, mails = 1): Promise<boolean> =>
    budget.spendOnForm(mails, source, transaction).then(
      () => true,
      () => false,
    );
  /** How many one after the other are taken, until one is refused. */
  const untilRefused = async (sources: (number: number) => string) => {
    let count = 0;
    while (await taken(sources(count))) count += 1;
    return count;
  };
  return { budget, taken, untilRefused };
}

it('B6-565 the forms cause a fifth of the plan in a day, whatever networks they come from', async () => {
  expect(await budgetOf(1_000).untilRefused((number) => `198.51.${number >> 8}.${number & 255}`)).toBe(200);
  expect(await budgetOf(1_000).untilRefused(() => 'unknown')).toBe(200);
});

it('B6-565 one network causes a tenth of that in an hour, and never more than a hundred; a /48 five times as many', async () => {
  const { taken, untilRefused } = budgetOf(1_000);
  expect(await untilRefused((number) => `2001:db8:1:1::${number}`)).toBe(20);
  expect([await taken('2001:db8:1:2::1'), await taken('203.0.113.9')]).toEqual([true, true]);
  expect(await budgetOf(1_000_000).untilRefused(() => '203.0.113.9')).toBe(100);
  expect(await budgetOf(1_000_000).untilRefused((number) => `2001:db8:1:${(number % 50).toString(16)}::1`)).toBe(500);
});

it('B6-565 codes and free tickets are never refused, and close the forms before the plan is used up', async () => {
  const { budget, taken } = budgetOf(1_000);
  for (let count = 0; count < 499; count += 1) await budget.noteAccess();
  expect([await taken('unknown'), await taken('unknown')]).toEqual([true, false]);
  await budget.noteAccess();
});

it('B6-565 a refusal says when to come back, and where to write to', async () => {
  await expect(budgetOf(10).budget.spendOnForm(3, 'unknown', transaction)).rejects.toMatchObject({
    code: 'notify.too_many_mails',
    retryAfterSeconds: 7_200,
    detail: expect.stringMatching(/in 2 hours, or write to info@concert\.example/),
  });
});
