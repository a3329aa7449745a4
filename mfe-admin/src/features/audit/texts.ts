/** The words of the audit log. Texts of the specification are verbatim. */
export const texts = {
  purpose: 'read the audit log',
  lede: 'Who did what, to which booking, when and from where. Nothing here can be changed or removed.',
  search: 'Search the log',
  searchHint: 'Person, act, booking id, network address',
  since: 'From day',
  until: 'To day',
  zone: (timeZone: string) => `Days and times of ${timeZone}.`,
  columns: { when: 'When', who: 'Who', what: 'What', about: 'About', from: 'From', detail: 'Details' },
  caption: 'Acts, newest first',
  none: 'None',
  reading: 'Loading the log',
  failed: 'The log could not be loaded',
  again: 'Try again',
  empty: 'Nothing has been done yet',
  emptyText: 'Refunds, free entries, roles, settings and exports stand here once somebody does them.',
  nothing: 'No act fits',
  nothingText: 'Look for the beginning of a name, an act, a booking id or an address, or choose other days.',
  all: 'Show the whole log',
  count: (shown: number, isMore: boolean) => `${shown === 1 ? '1 act' : `${shown} acts`} shown${isMore ? ', there are more' : ''}`,
  more: 'Show more acts',
  others: {
    operator: 'An operator, from the command line',
    'svc-booking': 'By itself',
    'svc-payment': 'The payment',
    'svc-notify': 'The mails',
  },
  verify: 'Check the log',
  verifying: 'Checking every entry',
  intact: (entries: string) =>
    entries === '0'
      ? 'The log is empty, as it should be.'
      : entries === '1'
        ? 'The one entry is as it was written.'
        : `All ${entries} entries are as they were written.`,
  broken: (number: string) => `Entry ${number} is not what was written`,
  brokenText: 'Somebody changed, removed or added it past this site. Keep a copy of the database and tell whoever runs it.',
  notVerified: 'The log could not be checked',
} as const;
