/** The words of the evidence. */
export const evidenceTexts = {
  title: 'How accessible this site is',
  about:
    'This site is made to meet the Web Content Accessibility Guidelines 2.2, levels A and AA, which the European standard EN 301 549 builds on. The site was checked against every criterion: by tests that are run again with each change, over every page, and by people who looked. The table says which, and when.',
  use: 'Everything can be done by the keyboard, on a phone or at 400 %, in a light or a dark theme and in your own colours. If paying takes you longer, “I need more time” keeps your seats, ten times.',
  limits: 'Known limits',
  known: [
    'The payment page is our payment provider’s. It has its own limit of 30 minutes; when it ends you come back here and go on.',
    'You are signed out after 12 hours, after 8 without use (2 for organisers), and nothing asks beforehand. What you reserve is kept while you sign in again.',
    'Nobody who uses a screen reader every day has tried this site for us yet. What screen readers hear was read from the browser.',
    'Tickets are PDF files without tags. The same tickets are on their page, which screen readers can read.',
    'Emails were looked at by their makers only, and are not part of the table.',
    'The description of the interface, for programmers, has neither our navigation nor our footer.',
  ],
  tell: 'If something gets in your way',
  tellText:
    'Tell us, in any words, by phone, by email or with the form: what you wanted to do, and on which page. A person answers, helps you to your seats in the meantime, and we fix it. If we do not, you can turn to the authority that watches over accessible services where you live.',
  table: 'Each criterion and how it was shown',
  columns: { criterion: 'Criterion', level: 'Level', how: 'How it was shown', on: 'Looked at' },
  open: (count: number) => `Show all ${count} criteria`,
  test: 'Test',
  seen: 'Looked at',
  notApplicable: 'Does not apply',
  byTests: 'with every change',
} as const;
