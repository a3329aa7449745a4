import { ComingSoon } from '../features/organising/coming-soon.tsx';
import { OrganiserPage } from '../features/organising/organiser-page.tsx';
import { texts } from '../texts.ts';

/** `/admin/users`: the users and their roles. */
export default function AdminUsers() {
  const { purpose, lede, comes, meanwhile } = texts.users;
  return (
    <OrganiserPage needs="admin" purpose={purpose} lede={lede}>
      <ComingSoon things={comes} meanwhile={meanwhile} lobes={7} />
    </OrganiserPage>
  );
}
