import { LinkButton } from '@concert/design-system/link-button.tsx';
import { Notice } from '@concert/design-system/notice.tsx';
import { texts } from '../../texts.ts';

/** Whoever is signed in already needs no form: says as whom, and leads on. */
export function SignedIn({ email }: { email: string }) {
  return <Notice title={texts.form.loggedIn(email)} action={<LinkButton to="/reserve-your-seat" text={texts.form.reserve} />} />;
}
