import { MoneyCheckScreen } from '../features/money-check/money-check-screen.tsx';
import { texts } from '../features/money-check/texts.ts';
import { organiserPage } from '../features/organising/organiser-page.tsx';

/** `/money-check`: bookings, our ledger and the payment provider, side by side. */
export default organiserPage('organiser', MoneyCheckScreen, texts);
