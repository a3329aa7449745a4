import { UsersList } from '../features/users/users-list.tsx';
import { OrganiserPage } from '../features/organising/organiser-page.tsx';
import { texts } from '../texts.ts';

/** `/admin/users`: the users and their roles. */
export default function AdminUsers() {
  const { purpose, lede } = texts.users;
  return (
    <OrganiserPage needs="admin" purpose={purpose} lede={lede}>
      <UsersList />
    </OrganiserPage>
  );
}
