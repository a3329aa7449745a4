/** What a test card makes happen. Numbers are Stripe's published ones, but for the two that settle late. */
export interface TestCard {
  readonly number: string;
  readonly says: string;
  /** Why not, as the page says it. */
  readonly declined?: string;
  readonly settles?: 'late' | 'late_then_fails';
  readonly refund?: 'pending_then_succeeds' | 'succeeds_then_fails';
  readonly disputed?: true;
}

export const TEST_CARDS: readonly TestCard[] = [
  { number: '4242424242424242', says: 'is paid' },
  { number: '4000000000000002', says: 'is declined', declined: 'Your card was declined.' },
  { number: '4000000000001117', says: 'is paid late (this page only)', settles: 'late' },
  { number: '4000000000002222', says: 'fails late (this page only)', settles: 'late_then_fails' },
  { number: '4000000000007726', says: 'is paid; a refund stays pending, then succeeds', refund: 'pending_then_succeeds' },
  { number: '4000000000005126', says: 'is paid; a refund fails later', refund: 'succeeds_then_fails' },
  { number: '4000000000000259', says: 'is paid, then disputed', disputed: true },
];

/** Whether the last digit is the check digit of the others (ISO/IEC 7812). */
export function isCardNumber(number: string): boolean {
  if (!/^[0-9]{12,19}$/.test(number)) return false;
  let sum = 0;
  for (let place = 0; place < number.length; place += 1) {
    let digit = Number(number[number.length - 1 - place]);
    if (place % 2 === 1) digit = digit * 2 > 9 ? digit * 2 - 9 : digit * 2;
    sum += digit;
  }
  return sum % 10 === 0;
}

/** The card with that number, or undefined for a number that is not a test card. */
export function testCard(number: string): TestCard | undefined {
  return TEST_CARDS.find((card) => card.number === number);
}
