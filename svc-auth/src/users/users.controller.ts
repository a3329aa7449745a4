import { authRoutes } from '@concert/contracts/auth/http';
import type { Identity } from '@concert/contracts/core/identity';
import type { AnswerOf, CallOf } from '@concert/contracts/core/route';
import { Call, Handles, Who } from '@concert/service-kit/handles';
import { Controller } from '@nestjs/common';
import { ListUsers } from './list-users.ts';
import { NamePeople } from './name-people.ts';
import { OwnProfile } from './profile.ts';

type Routes = typeof authRoutes;

@Controller()
export class UsersController {
  constructor(
    private readonly ownProfile: OwnProfile,
    private readonly listUsers: ListUsers,
    private readonly namePeople: NamePeople,
  ) {}

  @Handles(authRoutes.showProfile)
  showProfile(@Who() who: Identity): Promise<AnswerOf<Routes['showProfile']>> {
    return this.ownProfile.show(who.userId);
  }

  @Handles(authRoutes.saveProfile)
  saveProfile(@Call() { body }: CallOf<Routes['saveProfile']>, @Who() who: Identity): Promise<AnswerOf<Routes['saveProfile']>> {
    return this.ownProfile.save(who.userId, body);
  }

  @Handles(authRoutes.listUsers)
  list(@Call() { query }: CallOf<Routes['listUsers']>): Promise<AnswerOf<Routes['listUsers']>> {
    return this.listUsers.list(query);
  }

  @Handles(authRoutes.namePeople)
  async people(@Call() { body }: CallOf<Routes['namePeople']>): Promise<AnswerOf<Routes['namePeople']>> {
    return { people: await this.namePeople.find(body) };
  }
}
