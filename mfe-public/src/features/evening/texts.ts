/** The words about the evening and its venue. */
export const eveningTexts = {
  heading: 'The evening',
  whenAndWhere: 'When and where',
  map: 'Open the map',
  prices: 'Prices',
  soldOut: 'Sold out',
  wait: 'Wait for seats',
  waitFor: (label: string) => `Wait for seats in ${label}`,
  access: 'Access',
  seats: 'Accessible seats',
  seatsHere: 'At the same price and in the same step as all others, with up to three companions.',
  toAccess: 'All about access',
} as const;
