import { invitationRoutes } from '@concert/contracts/booking/invitations';
import { Handles, type AnswersOf, type CallsOf } from '@concert/service-kit/http/handles';
import { Controller, Inject } from '@nestjs/common';
import { Invitations } from './invitations.ts';

type In = CallsOf<typeof invitationRoutes>;
type Out = AnswersOf<typeof invitationRoutes>;

@Controller()
export class InvitationsController {
  constructor(@Inject(Invitations) private readonly invitations: Invitations) {}

  /* The secret of the link is made when it is shown: no kept answer holds it. */
  @Handles(invitationRoutes.invite)
  async invite({ body, who, key }: In['invite']): Promise<Out['invite']> {
    const { id, ...made } = await this.invitations.invite(body, who, key);
    return { ...made, ...(id ? { url: this.invitations.url(id) } : {}) };
  }

  @Handles(invitationRoutes.listInvitations)
  list({ query, who }: In['listInvitations']): Promise<Out['listInvitations']> {
    return this.invitations.list(query, who);
  }

  @Handles(invitationRoutes.endInvitation)
  end({ params, who }: In['endInvitation']): Promise<void> {
    return this.invitations.end(params.invitationId, who);
  }

  @Handles(invitationRoutes.showInvitation)
  show({ params, body }: In['showInvitation']): Promise<Out['showInvitation']> {
    return this.invitations.show(params.invitationId, body.ref2);
  }

  @Handles(invitationRoutes.claimInvitation)
  claim({ params, body, key }: In['claimInvitation']): Promise<Out['claimInvitation']> {
    return this.invitations.claim(params.invitationId, body, key);
  }

  @Handles(invitationRoutes.quietInvitation)
  quiet({ params, query }: In['quietInvitation']): Promise<void> {
    return this.invitations.quiet(params.invitationId, query.ref2);
  }

  @Handles(invitationRoutes.showInvitationMail)
  mail({ params }: In['showInvitationMail']): Promise<Out['showInvitationMail']> {
    return this.invitations.mail(params.invitationId);
  }
}
