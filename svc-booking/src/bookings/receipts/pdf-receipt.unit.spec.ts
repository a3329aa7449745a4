import { expect, it } from '@jest/globals';
import { textOf } from '../../tickets/pdf-reader.harness.ts';
import { receiptPdf } from './pdf-receipt.ts';

const receipt = {
  ...{ number: '2026-00017', title: 'Music for Meditation Concert', organiser: 'House of Sound', organiserAddress: '1 River Lane, Linz' },
  lines: [
    { what: '2 tickets, General Seating, card ending in 4242', on: '12/31/2026', amountMinor: 5_000 },
    { what: 'Refund of ticket 2', on: '01/01/2027', amountMinor: -2_500 },
  ],
  ...{ totalMinor: 2_500, notes: ['Test receipt: no money was taken'] },
};
const seen = async (value: string) => textOf(await receiptPdf({ ...receipt, facts: [{ term: 'Received from', value }] }, 'Europe/Vienna'));

it('B3-616 the PDF says all that the page of the receipt says', async () => {
  const text = await seen('Maeve O’Brien – Lim');
  const { lines, facts: _facts, totalMinor: _total, notes, ...words } = { ...receipt, facts: [] };
  for (const said of [...Object.values(words), ...lines.flatMap(({ what, on }) => [what, on]), '$50.00', '-$25.00', '$25.00 USD', ...notes])
    expect(text).toContain(said);
});

it.each([
  ['נועה כהן-לוי', 'יול-ןהכ העונ'],
  ['Ольга 王小明', 'Ольга 王小明'],
])('B3-616 the PDF shows %s in the order in which it is read, and says where it cannot', async (name, shown) => {
  expect(await seen(name)).toContain(shown);
  expect(await seen(`${name} 🎻`)).toContain('Some letters here are of a script that this PDF cannot show');
});
