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

/* Making one costs a hundred times its use. */
const formats = new Map<string, Intl.NumberFormat>();
const WHOLE_DOLLARS = new Intl.NumberFormat('en-US', { style: 'currency', currency: CURRENCY, trailingZeroDisplay: 'stripIfInteger' });

/** `5000` → `$50.00`, `-1234500` → `-$12,345.00`; of an account of the payment provider in its own currency: `€50.00`, `¥5,000`. */
export function formatMoney(amountMinor: number, currency: string = CURRENCY): string {
  const format = formats.get(currency) ?? new Intl.NumberFormat('en-US', { style: 'currency', currency });
  formats.set(currency, format);
  return format.format(amountMinor / 10 ** format.resolvedOptions().maximumFractionDigits!);
}

/** `100000` → `$1,000`, `950` → `$9.50`: a price that is read at a glance, without cents where there are none. */
export function formatPrice(amountMinor: number): string {
  return WHOLE_DOLLARS.format(amountMinor / 100);
}

/** `5000` → `$50.00 USD`: the total that somebody pays, which names its currency. */
export function formatTotal(amountMinor: number): string {
  return `${formatMoney(amountMinor)} ${CURRENCY}`;
}
