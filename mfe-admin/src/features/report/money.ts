const whole = new Intl.NumberFormat('en-US');

/** '1,204' */
export function formatCount(count: number): string {
  return whole.format(count);
}
