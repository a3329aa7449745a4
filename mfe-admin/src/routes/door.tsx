import { ComingSoon } from '../features/organising/coming-soon.tsx';
import { OrganiserPage } from '../features/organising/organiser-page.tsx';
import { texts } from '../texts.ts';

/** `/door`: letting people in. */
export default function Door() {
  const { purpose, lede, comes, meanwhile } = texts.door;
  return (
    <OrganiserPage needs="organiser" purpose={purpose} lede={lede}>
      <ComingSoon things={comes} meanwhile={meanwhile} lobes={8} />
    </OrganiserPage>
  );
}
