import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { receiptRoutes, type ReceiptView } from '@concert/contracts/booking/receipts';
import { advance, showScreen } from '@concert/web-kit/testing/screen.tsx';
import { refusal, standInForSite } from '@concert/web-kit/testing/site.ts';
import { screen } from '@testing-library/react';
import { Receipt } from './receipt.tsx';

const ID = `bk_${'0'.repeat(26)}`;
const receipt: ReceiptView = {
  ...{ title: 'Music for Meditation Concert', organiser: 'House of Sound', organiserAddress: '1 River Lane', totalMinor: 2_500 },
  facts: [{ term: 'Received from', value: 'Meera' }],
  lines: [
    { what: '2 tickets', on: '12/31/2026', amountMinor: 5_000 },
    { what: 'Refund', on: '01/01/2027', amountMinor: -2_500 },
  ],
  notes: [],
};
const open = async (query: string) => {
  await showScreen(<Receipt />, { at: `/receipt${query}`, pageTitle: 'Receipt' });
  await advance(0);
};

beforeEach(() => {
  jest.useFakeTimers();
});

describe('/receipt', () => {
  it('B3-617 says that a receipt is being made, then shows it by itself with its lines and their sum', async () => {
    const { calls } = standInForSite(receiptRoutes, { showReceipt: [receipt, { ...receipt, number: '2026-00017' }] });
    await open(`?ref=${ID}&ref2=secret`);
    expect(calls[0]).toMatchObject({ params: { bookingId: ID }, body: { ref2: 'secret' } });
    expect(screen.getByText('Your receipt is being made')).toBeTruthy();
    await advance(5_000);
    for (const text of ['Receipt 2026-00017', 'House of Sound', '1 River Lane', 'Meera', '$50.00', '-$25.00', '$25.00 USD'])
      expect(screen.getByText(text)).toBeTruthy();
    expect(screen.queryByText('Your receipt is being made')).toBeNull();
  });

  it.each([
    ['booking.not_found', 'This link does not open a receipt'],
    ['booking.link_ended', 'This link has ended'],
  ] as const)('B3-617 says of %s no more than %s', async (code, words) => {
    standInForSite(receiptRoutes, { showReceipt: refusal(code) });
    await open(`?ref=${ID}&ref2=wrong`);
    expect(screen.getByText(words)).toBeTruthy();
  });
});
