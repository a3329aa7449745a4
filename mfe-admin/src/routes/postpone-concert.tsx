import { organiserPage } from '../features/organising/organiser-page.tsx';
import { PostponeScreen } from '../features/postponement/postpone-screen.tsx';
import { texts } from '../features/postponement/texts.ts';

/** `/postpone-concert`: moves the concert to another date. */
export default organiserPage('admin', PostponeScreen, texts);
