/** What every page says of a site whose payment key moves no real money. */
export const TEST_SITE = { label: 'Test site', text: 'Test: no money is taken' } as const;
