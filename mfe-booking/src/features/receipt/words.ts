/** Every word about a receipt that its facts and lines do not say. */
export const receiptWords = {
  link: 'Receipt',
  linkOf: (id: string) => `Receipt of ${id}`,
  reading: 'Loading your receipt',
  notFound: 'This link does not open a receipt',
  notFoundText:
    'Please open it from the email itself, or sign in with the account you booked with. If it still does not work, write to the organisers.',
  ended: 'This link has ended',
  endedText:
    'Links to receipts open until 90 days after the concert. Sign in with the account you booked with, or write to the organisers.',
  failed: 'Your receipt could not be loaded',
  making: 'Your receipt is being made',
  makingText: 'It takes a few seconds. This page shows it by itself.',
  title: (number: string) => `Receipt ${number}`,
  total: 'Total',
} as const;
