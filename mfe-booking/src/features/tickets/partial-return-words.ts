import { moneyBackInWords } from '@concert/contracts/payment/money-back';

/** The words about what of a booking was given back, or to the welfare work. */
export const words = {
  title: 'Returned',
  tickets: (numbers: readonly number[]) =>
    numbers.length === 1
      ? `Ticket ${numbers[0]} was returned and is no longer valid.`
      : `Tickets ${numbers.slice(0, -1).join(', ')} and ${numbers.at(-1)} were returned and are no longer valid.`,
  started: (amount: string) => moneyBackInWords('requested', amount),
  issued: (amount: string) => moneyBackInWords('succeeded', amount),
  failed: (amount: string) => moneyBackInWords('failed', amount),
  gift: (amount: string) => `${amount} was given to the welfare work. Thank you.`,
  write: 'If you have questions, send us your booking id:',
} as const;
