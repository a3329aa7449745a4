import { organiserPage } from '../features/organising/organiser-page.tsx';
import { texts } from '../features/waiting-list/texts.ts';
import { WaitingListScreen } from '../features/waiting-list/waiting-list-screen.tsx';

/** `/waiting-list`: who waits for seats. */
export default organiserPage('organiser', WaitingListScreen, texts);
