import { ComingSoon } from '../features/organising/coming-soon.tsx';
import { OrganiserPage } from '../features/organising/organiser-page.tsx';
import { texts } from '../texts.ts';

/** `/friends-and-family`: complimentary entries for friends and family. */
export default function FriendsAndFamily() {
  const { purpose, lede, comes, meanwhile } = texts.friends;
  return (
    <OrganiserPage needs="organiser" purpose={purpose} lede={lede}>
      <ComingSoon things={comes} meanwhile={meanwhile} lobes={6} />
    </OrganiserPage>
  );
}
