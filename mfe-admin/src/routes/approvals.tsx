import { ApprovalsScreen } from '../features/approvals/approvals-screen.tsx';
import { texts } from '../features/approvals/texts.ts';
import { organiserPage } from '../features/organising/organiser-page.tsx';

/** `/approvals`: what waits for the word of a second person. */
export default organiserPage('organiser', ApprovalsScreen, texts);
