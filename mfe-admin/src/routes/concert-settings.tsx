import { ComingSoon } from '../features/organising/coming-soon.tsx';
import { OrganiserPage } from '../features/organising/organiser-page.tsx';
import { texts } from '../texts.ts';

/** `/concert-settings`: the concert and its state. */
export default function ConcertSettings() {
  const { purpose, lede, comes, meanwhile } = texts.settings;
  return (
    <OrganiserPage needs="admin" purpose={purpose} lede={lede}>
      <ComingSoon things={comes} meanwhile={meanwhile} lobes={10} />
    </OrganiserPage>
  );
}
