import { authRoutes } from '@concert/contracts/auth/http';
import { controllerOf } from '@concert/service-kit/http/controller-of';
import { NamedPeopleLimit } from '@concert/service-kit/identity/named-people';
import { FindUsers } from './find-users.ts';
import { OwnProfile } from './profile.ts';

export const UsersController = controllerOf(
  authRoutes,
  { profile: OwnProfile, users: FindUsers, named: NamedPeopleLimit },
  {
    showProfile: ({ who }, { profile }) => profile.show(who.userId),
    saveProfile: ({ body, who }, { profile }) => profile.save(who.userId, body),
    listUsers: async ({ query, who }, { users, named }) => {
      const page = await users.list(query);
      await named.note(
        who,
        page.items.map(({ id }) => id),
      );
      return page;
    },
    listOrganisers: async (_, { users }) => ({ organisers: await users.organisers() }),
    namePeople: async ({ body }, { users }) => ({ people: await users.find(body) }),
  },
);
