import { GoLiveScreen } from '../features/go-live/go-live-screen.tsx';
import { texts } from '../features/go-live/texts.ts';
import { organiserPage } from '../features/organising/organiser-page.tsx';

/** `/go-live`: what has to be right before the sale opens, and its opening. */
export default organiserPage('admin', GoLiveScreen, texts);
