import { ComingSoon } from '../features/organising/coming-soon.tsx';
import { OrganiserPage } from '../features/organising/organiser-page.tsx';
import { texts } from '../texts.ts';

/** `/hdyc-family`: complimentary entries for family members. */
export default function HdycFamily() {
  const { purpose, lede, comes, meanwhile } = texts.family;
  return (
    <OrganiserPage needs="organiser" purpose={purpose} lede={lede}>
      <ComingSoon things={comes} meanwhile={meanwhile} lobes={5} />
    </OrganiserPage>
  );
}
