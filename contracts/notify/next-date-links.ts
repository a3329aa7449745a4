/**
 * Where the links of next-date mails lead: a page, then the secret behind the `#`, which never reaches a server or a log. The
 * page posts it: a mail scanner that opens the link changes nothing.
 */
export const NEXT_DATE_LINKS = { confirm: '/concert-details#next-date-confirm=', leave: '/concert-details#next-date-leave=' } as const;
