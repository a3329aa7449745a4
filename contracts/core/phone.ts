/** What a telephone dials in any country of a number that is written for readers (E.164). Ten digits are a US number. Empty where there is nothing to dial. */
export function dialledDigits(number: string): string {
  return number.replace(/[^0-9+]/g, '').replace(/^\d{10}$/, '+1$&');
}
