/** Where the link of the mail after the evening leads; the secret stands behind the `#`, which never reaches a server or a log. */
export const HOW_WAS_IT_LINK = '/concert-details#how-was-it=';
