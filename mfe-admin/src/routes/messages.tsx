import { MessageRuns } from '../features/message-runs/message-runs.tsx';
import { texts } from '../features/message-runs/texts.ts';
import { organiserPage } from '../features/organising/organiser-page.tsx';

/** `/messages`: what is written to many people at once. */
export default organiserPage('organiser', MessageRuns, texts);
