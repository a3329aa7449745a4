import { organiserPage } from '../features/organising/organiser-page.tsx';
import { SettingsScreen } from '../features/settings/settings-screen.tsx';
import { texts } from '../features/settings/texts.ts';

/** `/concert-settings`: the concert and its state. */
export default organiserPage('admin', SettingsScreen, texts);
