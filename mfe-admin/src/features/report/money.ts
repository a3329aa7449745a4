const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });
const whole = new Intl.NumberFormat('en-US');

/** '$1,000.00' */
export function inDollars(amountMinor: number): string {
  return dollars.format(amountMinor / 100);
}

/** '1,204' */
export function formatCount(count: number): string {
  return whole.format(count);
}
