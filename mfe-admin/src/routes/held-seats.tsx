import { HeldSeatsScreen } from '../features/held-seats/held-seats-screen.tsx';
import { texts } from '../features/held-seats/texts.ts';
import { organiserPage } from '../features/organising/organiser-page.tsx';

/** `/held-seats`: seats that are kept for bookings nobody has paid. */
export default organiserPage('organiser', HeldSeatsScreen, texts);
