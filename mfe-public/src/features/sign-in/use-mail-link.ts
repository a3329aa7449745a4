import { LINK_TOKEN } from '@concert/contracts/auth/account-rules';
import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';

/** What a mail's button brings along behind `#`, where it reaches no server and no other site. */
export interface MailLink {
  readonly purpose: 'verify' | 'reset';
  readonly token: string;
  /** False when the address was cut off or changed on its way. */
  readonly complete: boolean;
}

function mailLinkIn(hash: string): MailLink | undefined {
  const [, purpose, token = ''] = /^#(verify|reset)=(.*)$/s.exec(hash) ?? [];
  if (purpose !== 'verify' && purpose !== 'reset') return undefined;
  return { purpose, token, complete: LINK_TOKEN.test(token) };
}

/** The link the page was opened with. It is taken out of the address at once and lasts as long as the screen does. */
export function useMailLink(): { readonly link: MailLink | undefined; readonly forgetLink: () => void } {
  const { pathname, search, hash } = useLocation();
  const navigate = useNavigate();
  const [link, setLink] = useState(() => mailLinkIn(hash));

  useEffect(() => {
    const found = mailLinkIn(hash);
    if (!found) return;
    setLink(found);
    void navigate({ pathname, search }, { replace: true });
  }, [pathname, search, hash, navigate]);

  return { link, forgetLink: () => setLink(undefined) };
}
