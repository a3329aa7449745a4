import { Card } from '@concert/design-system/card.tsx';
import { LinkButton } from '@concert/design-system/link-button.tsx';
import { loginPath } from '@concert/web-kit/redirects.ts';
import { Link } from 'react-router-dom';
import { texts } from '../../texts.ts';
import type { Category } from './choice.ts';
import { storeChoice } from './reservation.ts';

const words = texts.reserve.signIn;

/** Shown in place of the button to somebody who is signed out: the choice is kept while they log in. */
export function SignInPrompt({ category, tickets }: { category: Category; tickets: number }) {
  return (
    <Card title={words.title}>
      <p>{words.text(category.label, tickets)}</p>
      <LinkButton as={Link} to={loginPath('/reserve-your-seat')} wide onClick={() => storeChoice({ seating: category.seating, tickets })}>
        {words.action}
      </LinkButton>
    </Card>
  );
}
