import { texts } from '../features/users/texts.ts';
import { UsersList } from '../features/users/users-list.tsx';
import { OrganiserPage } from '../features/organising/organiser-page.tsx';

/** `/admin/users`: the users and their roles. */
export default function AdminUsers() {
  return (
    <OrganiserPage needs="admin" purpose={texts.purpose} lede={texts.lede}>
      <UsersList />
    </OrganiserPage>
  );
}
