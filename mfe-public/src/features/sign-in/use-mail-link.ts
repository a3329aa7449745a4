import { LINK_TOKEN } from '@concert/contracts/auth/account-rules';
import { useCallback, useEffect, useLayoutEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';

/** What a mail's link carries behind `#`, where no server and no other site sees it. */
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

/** The link that opened the page. It is removed from the address at once and kept as long as the screen is shown. */
export function useMailLink() {
  const { pathname, search, hash } = useLocation();
  const navigate = useNavigate();
  const [link, setLink] = useState<MailLink>();

  // The page was prerendered without it, since no server sees what stands behind `#`: it is read only after hydration, and before anything
  // is painted.
  useLayoutEffect(() => {
    const found = mailLinkIn(hash);
    if (found) setLink(found);
  }, [hash]);
  useEffect(() => {
    if (mailLinkIn(hash)) void navigate({ pathname, search }, { replace: true });
  }, [pathname, search, hash, navigate]);

  return {
    link,
    forgetLink: useCallback(() => setLink(undefined), []),
    choosePassword: () => setLink((before) => before && { ...before, purpose: 'choose' }),
  };
}
