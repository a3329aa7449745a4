import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Books, BookLine } from '@concert/contracts/payment/books';
import { fraudWarnedV1 } from '@concert/contracts/payment/fraud';
import { until } from '@concert/test-kit/until';
import Excel from 'exceljs';
import { RunningPayment } from '../running-payment.harness.ts';
import { sumOfLines } from './books.ts';
import { MongoBooks } from './mongo-books.ts';

const payment = new RunningPayment();
const organiser = payment.person('organiser');
const PRICE = 5_000;
const FEE = 175;

async function books(): Promise<Books> {
  await payment.run('follow-account');
  const reading = (await payment.service.app.get(MongoBooks).reading())!.at.toISOString();
  const ask = async () => (await payment.call<Books>('GET', '/api/money?timeZone=Asia/Kolkata', { who: organiser })).body;
  // Where adding up takes longer than the page waits, it shows the reading before.
  return until('the latest reading is shown', ask, ({ at }) => at === reading);
}
const moved = (lines: Partial<Record<BookLine, number>>) => Object.fromEntries(Object.entries(lines).filter(([, minor]) => minor !== 0));
const administer = async <T>(path: string, body: object) => (await (await payment.administer(path, body)).json()) as T;

beforeAll(() => payment.open(), 60_000);
afterAll(() => payment.close());

describe('the books', () => {
  it('close: what was charged, sent back, lost, taken as fees and paid out adds up to what lies at the provider, by day and category', async () => {
    const [sent, taken, back] = [await payment.paid(), await payment.paid({ seating: 'VIP Seating', tickets: 1 }), await payment.paid()];
    const vip = (await payment.stripe.charges.list({ limit: 2 })).data[1]!.amount;
    payment.aheadMs += 3 * 86_400_000;
    const { id } = await administer<{ id: string }>('payouts', { amount: 3_000 });
    await payment.dashboard('refunds', { charge: sent.charge, amount: 2_000 });
    await payment.dashboard('disputes', { charge: taken.charge, action: 'open' });
    for (const action of ['open', 'won']) await payment.dashboard('disputes', { charge: back.charge, action });
    const { at, accounts, sold, payouts } = await books();
    expect(Date.parse(at!)).toBeGreaterThan(0);
    expect(accounts).toHaveLength(1);
    const [{ lines, days, categories, balance, differenceMinor, currency }] = accounts as [Books['accounts'][number]];
    const vipFee = Math.round(vip * 0.029) + 30;
    expect([currency, differenceMinor]).toEqual(['USD', 0]);
    expect(moved(lines)).toEqual({
      ...{ charged: 2 * PRICE + vip, refunded: -2_000, lost: -vip },
      ...{ 'dispute fees': -3_000, 'provider fees': -2 * FEE - vipFee, 'paid out': -3_000 },
    });
    expect(balance).toEqual({ availableMinor: sumOfLines(lines), pendingMinor: 0 });
    expect(days.reduce((sum, day) => sum + sumOfLines(day.lines), 0)).toBe(sumOfLines(lines));
    expect(categories.map(({ category, lines: own }) => [category, sumOfLines(own)])).toEqual([
      ['General Seating', 2 * (PRICE - FEE) - 2_000 - 1_500],
      ['VIP Seating', -vipFee - 1_500],
      [null, -3_000],
    ]);
    expect(sold).toEqual({ chargedMinor: 2 * PRICE + vip, refundedMinor: 2_000, lostMinor: vip, givenMinor: 0 });
    expect(payouts).toMatchObject([{ id, amountMinor: 3_000, currency: 'USD', state: 'pending' }]);
    await administer(`payouts/${id}`, { status: 'failed' });
    const later = await books();
    expect(later.payouts).toMatchObject([{ id, state: 'failed', failure: 'account_closed' }]);
    expect([later.accounts[0]!.lines['paid out'], later.accounts[0]!.differenceMinor]).toEqual([0, 0]);
  });

  it('add no two currencies where the account is kept in another one, and the money check agrees', async () => {
    await administer('settlement', { currency: 'eur', rate: 0.9 });
    const page = await payment.paid();
    await administer('settlement', { currency: 'eur', rate: 0.8 });
    await payment.dashboard('refunds', { charge: page.charge, amount: 1_000 });
    payment.held.get(page.id)!.returnedMinor = 1_000;
    const { accounts, sold } = await books();
    expect(accounts.map(({ currency, differenceMinor }) => [currency, differenceMinor])).toEqual([
      ['EUR', 0],
      ['USD', 0],
    ]);
    expect(accounts[0]!.lines).toMatchObject({ charged: 4_500, refunded: -800 });
    expect(sold.refundedMinor).toBe(3_000);
    await payment.call('POST', '/api/money-proof', { who: organiser });
    await payment.run('check-money');
    const { body } = await payment.call<{ proof: { ledger: object; provider: object } }>('GET', '/api/money-proof', { who: organiser });
    expect(body.proof.provider).toEqual(body.proof.ledger);
    expect((await payment.dryRun(organiser)).balance.map(({ currency }) => currency)).toEqual(['EUR', 'USD']);
  });

  it('tell once that a bank warns of a fraud, and show it until its money has gone back', async () => {
    const page = await payment.paid();
    await administer('warnings', { charge: page.charge });
    const warned = { bookingId: page.id, amount: { amountMinor: PRICE, currency: 'USD' } };
    for (let reading = 0; reading < 2; reading += 1) expect((await books()).warnings).toMatchObject([warned]);
    expect((await payment.facts(page.id)).filter(({ type }) => type === fraudWarnedV1.type)).toMatchObject([{ data: warned }]);
    await payment.dashboard('refunds', { charge: page.charge });
    expect((await books()).warnings).toEqual([]);
  });

  it('stand in a spreadsheet, where each currency adds up to its last line', async () => {
    const { accounts } = await books();
    const answer = await payment.send('GET', '/api/money.xlsx?timeZone=UTC', { who: organiser });
    expect(answer.headers.get('content-disposition')).toBe('attachment; filename="concert_money.xlsx"');
    const workbook = new Excel.Workbook();
    await workbook.xlsx.load(answer.bytes as never);
    expect(workbook.worksheets.map(({ name }) => name)).toEqual(['EUR', 'USD', 'Payouts']);
    const sheet = workbook.getWorksheet('EUR')!;
    const row = (first: string) => sheet.getColumn(1).values.indexOf(first);
    expect(sheet.getRow(row('All')).getCell(9).value).toBe(sumOfLines(accounts[0]!.lines) / 100);
    expect(sheet.getRow(row('Difference')).getCell(9).value).toBe(0);
  });

  it('stay as they were while the provider is away', async () => {
    const before = await books();
    Object.assign(payment.standin.faults, { failNext: 1_000, only: 'GET /v1/balance' });
    expect((await books()).at).toBe(before.at);
    Object.assign(payment.standin.faults, { failNext: 0, only: '' });
  });
});
