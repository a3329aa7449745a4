/**
 * Where the links of next-date mails lead: a page, then the secret behind the `#`, which never reaches a server or a log. The
 * page posts it: a mail scanner that opens the link changes nothing.
 */
export const NEXT_DATE_LINKS = { confirm: '/concert-details#next-date-confirm=', leave: '/concert-details#next-date-leave=' } as const;

/** Where a mail program posts the secret of a mail when its reader presses its own button (RFC 8058); there is no page. */
export const ONE_CLICK_PATH = '/api/next-date/one-click';
