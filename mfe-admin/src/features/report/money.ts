import { formatMoney } from '@concert/contracts/core/money';

const whole = new Intl.NumberFormat('en-US');

/** '$1,000.00' */
export const inDollars = formatMoney;

/** '1,204' */
export function formatCount(count: number): string {
  return whole.format(count);
}
