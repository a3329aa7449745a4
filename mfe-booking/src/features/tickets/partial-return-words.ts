/** The words about what of a booking was given back, or to the welfare work. */
export const words = {
  title: 'Returned',
  tickets: (numbers: readonly number[]) =>
    numbers.length === 1
      ? `Ticket ${numbers[0]} was returned and is no longer valid.`
      : `Tickets ${numbers.slice(0, -1).join(', ')} and ${numbers.at(-1)} were returned and are no longer valid.`,
  started: (amount: string) => `${amount} is on its way back to your card; you do not have to do anything.`,
  issued: (amount: string) => `${amount} was returned to your card. Your bank shows it within 5 to 10 business days.`,
  failed: (amount: string) => `${amount} could not be refunded yet. We are on it.`,
  gift: (amount: string) => `${amount} was given to the welfare work. Thank you.`,
  write: 'For questions write to us with your booking id:',
} as const;
