/** What a telephone dials of a number that is written for readers: digits and a plus sign. Empty where there is nothing to dial. */
export function dialledDigits(number: string): string {
  return number.replace(/[^0-9+]/g, '');
}
