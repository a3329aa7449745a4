/** The twelve signs in the specification's order, each with the number of lobes that is its figure. */
export const SIGNS = [
  'Aquarius',
  'Aries',
  'Cancer',
  'Capricorn',
  'Gemini',
  'Leo',
  'Libra',
  'Pisces',
  'Sagittarius',
  'Scorpio',
  'Taurus',
  'Virgo',
].map((name, index) => ({ name, lobes: index + 3 }));
