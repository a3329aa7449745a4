import { OrganiserPage } from '../features/organising/organiser-page.tsx';
import { SettingsScreen } from '../features/settings/settings-screen.tsx';
import { texts } from '../features/settings/texts.ts';

/** `/concert-settings`: the concert and its state. */
export default function ConcertSettings() {
  return (
    <OrganiserPage needs="admin" purpose={texts.purpose} lede={texts.lede}>
      <SettingsScreen />
    </OrganiserPage>
  );
}
