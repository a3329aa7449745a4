import { MoneyScreen } from '../features/money/money-screen.tsx';
import { texts } from '../features/money/texts.ts';
import { organiserPage } from '../features/organising/organiser-page.tsx';

/** `/money`: what came and went beside the payment provider's own balance, and whether bookings, our record and the provider agree. */
export default organiserPage('organiser', MoneyScreen, texts);
