import { MoneyCheckScreen } from '../features/money-check/money-check-screen.tsx';
import { OrganiserPage } from '../features/organising/organiser-page.tsx';
import { texts } from '../texts.ts';

/** `/money-check`: bookings, our ledger and the payment provider, side by side. */
export default function MoneyCheck() {
  const { purpose, lede } = texts.money;
  return (
    <OrganiserPage needs="organiser" purpose={purpose} lede={lede}>
      <MoneyCheckScreen />
    </OrganiserPage>
  );
}
