/** The words about a gift beside the seats. */
export const texts = {
  label: 'Add a gift to the welfare work (USD)',
  hint: 'Optional, in whole dollars. It is paid with your seats and is not refunded with them.',
  line: 'Gift to the welfare work',
} as const;
