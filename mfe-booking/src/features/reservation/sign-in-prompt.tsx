import { Card } from '@concert/design-system/card.tsx';
import { LinkButton } from '@concert/design-system/link-button.tsx';
import { loginPath } from '@concert/web-kit/redirects.ts';
import { Link } from 'react-router-dom';
import { texts } from '../../texts.ts';
import { storeChoice } from './reservation.ts';
import type { SeatChoice } from './use-seat-choice.ts';

const words = texts.reserve.signIn;

/** Shown in place of the button to somebody who is signed out: the choice is kept while they sign in. */
export function SignInPrompt({ seats: { category, tickets, companions } }: { seats: SeatChoice }) {
  const keep = () => storeChoice({ seating: category.seating, tickets, ...(companions === undefined ? {} : { companions }) });
  return (
    <Card title={words.title}>
      <p>{words.text(category.label, tickets)}</p>
      <LinkButton as={Link} to={loginPath('/reserve-your-seat')} wide onClick={keep}>
        {words.action}
      </LinkButton>
    </Card>
  );
}
