import { LinkButton } from '@concert/design-system/link-button.tsx';
import { Notice } from '@concert/design-system/notice.tsx';
import { loginPath } from '@concert/web-kit/redirects.ts';
import { useSession } from '@concert/web-kit/session.tsx';
import { texts } from '../../texts.ts';

interface NotShownProps {
  readonly title: string;
  readonly text: string;
  /** Whether somebody who signs in may find it under their bookings. */
  readonly leadsToLogin?: boolean;
}

/** Why the link of a mail shows nothing, and what its reader can do. */
export function NotShown({ title, text, leadsToLogin = false }: NotShownProps) {
  const { concert, session } = useSession();
  const login = <LinkButton to={loginPath('/bookings')} text={texts.logIn} />;
  const mail = concert && <a href={`mailto:${concert.supportEmail}`}>{concert.supportEmail}</a>;
  return (
    <Notice live="polite" title={title} action={leadsToLogin && session === null ? login : mail}>
      {text}
    </Notice>
  );
}
