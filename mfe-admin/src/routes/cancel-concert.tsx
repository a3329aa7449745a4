import { Cockpit } from '../features/cancellation/cockpit.tsx';
import { texts } from '../features/cancellation/texts.ts';
import { organiserPage } from '../features/organising/organiser-page.tsx';

/** `/cancel-concert`: cancels the concert and sends all money back. */
export default organiserPage('organiser', Cockpit, texts);
