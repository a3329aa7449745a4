import { LinkButton } from '@concert/design-system/link-button.tsx';
import { loginPath } from '@concert/web-kit/redirects.ts';
import { texts } from './code-texts.ts';
import { storeChoice } from './reservation.ts';
import type { SeatChoice } from './use-seat-choice.ts';

/** For who has a password, a passkey or Google: the choice is kept while they sign in. */
export function OtherWays({ seats: { category, tickets, companions } }: { seats: SeatChoice }) {
  const keep = () => storeChoice({ seating: category.seating, tickets, ...(companions === undefined ? {} : { companions }) });
  return (
    <div>
      <p className="quiet small">{texts.next}</p>
      <LinkButton to={loginPath('/reserve-your-seat')} variant="plain" onClick={keep} text={texts.anotherWay} />
    </div>
  );
}
