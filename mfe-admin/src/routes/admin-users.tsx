import { texts } from '../features/users/texts.ts';
import { UsersList } from '../features/users/users-list.tsx';
import { organiserPage } from '../features/organising/organiser-page.tsx';

/** `/admin/users`: the users and their roles. */
export default organiserPage('admin', UsersList, texts);
