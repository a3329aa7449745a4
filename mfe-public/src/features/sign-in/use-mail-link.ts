import { LINK_TOKEN } from '@concert/contracts/auth/account-rules';
import { useHashLink } from '@concert/web-kit/use-hash-link.ts';
import { useCallback } from 'react';

/** What a mail's link carries behind `#`. */
export interface MailLink {
  /** `enter`: it signs in. `choose`: the link verifies an email, and its reader chooses a password with it. */
  readonly purpose: 'verify' | 'choose' | 'reset' | 'enter';
  readonly token: string;
  /** False when the address was cut off or changed on its way. */
  readonly complete: boolean;
}

function mailLinkIn(hash: string): MailLink | undefined {
  const [, purpose, token = ''] = /^#(verify|reset|enter)=(.*)$/s.exec(hash) ?? [];
  if (purpose !== 'verify' && purpose !== 'reset' && purpose !== 'enter') return undefined;
  return { purpose, token, complete: LINK_TOKEN.test(token) };
}

/** The link that opened the page. */
export function useMailLink() {
  const [link, setLink] = useHashLink(mailLinkIn);
  return {
    link,
    forgetLink: useCallback(() => setLink(undefined), [setLink]),
    choosePassword: () => setLink((before) => before && { ...before, purpose: 'choose' }),
  };
}
