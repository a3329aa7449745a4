import { authRoutes } from '@concert/contracts/auth/http';
import { Handles, type AnswersOf, type CallsOf } from '@concert/service-kit/http/handles';
import { NamedPeopleLimit } from '@concert/service-kit/identity/named-people';
import { Controller } from '@nestjs/common';
import { FindUsers } from './find-users.ts';
import { OwnProfile } from './profile.ts';

type In = CallsOf<typeof authRoutes>;
type Out = AnswersOf<typeof authRoutes>;

@Controller()
export class UsersController {
  constructor(
    private readonly ownProfile: OwnProfile,
    private readonly users: FindUsers,
    private readonly named: NamedPeopleLimit,
  ) {}

  @Handles(authRoutes.showProfile)
  showProfile({ who }: In['showProfile']): Promise<Out['showProfile']> {
    return this.ownProfile.show(who.userId);
  }

  @Handles(authRoutes.saveProfile)
  saveProfile({ body, who }: In['saveProfile']): Promise<Out['saveProfile']> {
    return this.ownProfile.save(who.userId, body);
  }

  @Handles(authRoutes.listUsers)
  async list({ query, who }: In['listUsers']): Promise<Out['listUsers']> {
    const page = await this.users.list(query);
    await this.named.note(
      who,
      page.items.map(({ id }) => id),
    );
    return page;
  }

  @Handles(authRoutes.listOrganisers)
  async organisers(): Promise<Out['listOrganisers']> {
    return { organisers: await this.users.organisers() };
  }

  @Handles(authRoutes.namePeople)
  async people({ body }: In['namePeople']): Promise<Out['namePeople']> {
    return { people: await this.users.find(body) };
  }
}
