import { cityOf } from '@concert/contracts/core/time-in-words';

/** The words of the audit log. Texts of the specification are verbatim. */
export const texts = {
  purpose: 'read the audit log',
  lede: 'Who did what, to which booking, when and from where. Nothing here can be changed or removed.',
  search: 'Search the log',
  searchHint: 'Person, action, booking id, network address',
  since: 'From day',
  until: 'To day',
  zone: (timeZone: string) => `Days and times as counted in ${cityOf(timeZone)}.`,
  columns: { when: 'When', who: 'Who', what: 'What', about: 'About', from: 'From' },
  caption: 'Entries, newest first',
  none: '–',
  reading: 'Loading the log',
  failed: 'The log could not be loaded',
  empty: 'Nothing has been done yet',
  emptyText: 'Refunds, free entries, roles, settings and exports appear here once someone does them.',
  nothing: {
    empty: 'No entry matches',
    emptyText: 'Search for the beginning of a name, an action, a booking id or an address, or choose other days.',
    all: 'Show the whole log',
  },
  count: (shown: number, isMore: boolean) => `${shown === 1 ? '1 entry' : `${shown} entries`} shown${isMore ? ', there are more' : ''}`,
  more: 'Show more entries',
  others: {
    operator: 'An operator, from the command line',
    'svc-booking': 'The system',
    'svc-payment': 'The payment',
    'svc-notify': 'The emails',
  },
  verify: 'Check the log',
  verifying: 'Checking every entry',
  intact: (entries: string) =>
    entries === '0'
      ? 'The log is empty, as it should be.'
      : entries === '1'
        ? 'The one entry is as it was written.'
        : `All ${entries} entries are as they were written.`,
  broken: (number: string) => `From entry ${number} on, the log cannot be verified`,
  brokenText:
    'That entry was changed, removed or added outside this site, or a fault here broke the chain. Tell whoever runs the site: they keep a copy of the database, look for the cause, and can begin a new chain.',
  gaps: (entries: string) => `The log is as it was written, but for ${entries}`,
  gap: (from: number, to: number) => (from === to ? `entry ${from}` : `entries ${from} to ${to}`),
  gapsText: 'The chain broke there, and a new one was begun after it. Those entries cannot be verified.',
  notVerified: 'The log could not be checked',
} as const;
