/** The one currency the product sells in. */
export const CURRENCY = 'USD' as const;

/** An amount of money: an integer of minor units (cents) and its currency. Never a float. */
export interface Money {
  amountMinor: number;
  currency: typeof CURRENCY;
}

/** Makes an amount. @throws RangeError unless `amountMinor` is a whole, non-negative, safe number of cents. */
export function money(amountMinor: number): Money {
  if (!Number.isSafeInteger(amountMinor) || amountMinor < 0) {
    throw new RangeError('money is a whole number of minor units, zero or more');
  }
  return { amountMinor, currency: CURRENCY };
}

/** `2500` → `25.00`: major units with two digits, for text that names the currency beside it. */
export function majorUnits(amountMinor: number): string {
  const sign = amountMinor < 0 ? '-' : '';
  const minor = Math.abs(amountMinor);
  return `${sign}${Math.floor(minor / 100)}.${String(minor % 100).padStart(2, '0')}`;
}

const GROUPED = new Intl.NumberFormat('en-US');

/** `5000` → `50.00 USD`, `1234500` → `12,345.00 USD`. */
export function formatMoney(amount: { amountMinor: number; currency: string }): string {
  const [whole = '', minor = ''] = majorUnits(amount.amountMinor).split('.');
  return `${GROUPED.format(Number(whole))}.${minor} ${amount.currency}`;
}
