import { invitationRoutes } from '@concert/contracts/booking/invitations';
import { controllerOf } from '@concert/service-kit/http/controller-of';
import { Invitations } from './invitations.ts';

export const InvitationsController = controllerOf(
  invitationRoutes,
  { invitations: Invitations },
  {
    // The secret of the link is made when it is shown: no kept answer holds it.
    invite: async ({ body, who, key }, { invitations }) => {
      const { id, ...made } = await invitations.invite(body, who, key);
      return { ...made, ...(id ? { url: invitations.url(id) } : {}) };
    },
    listInvitations: ({ query, who }, { invitations }) => invitations.list(query, who),
    endInvitation: ({ params, who }, { invitations }) => invitations.end(params.invitationId, who),
    showInvitation: ({ params, body }, { invitations }) => invitations.show(params.invitationId, body.ref2),
    claimInvitation: ({ params, body, key }, { invitations }) => invitations.claim(params.invitationId, body, key),
    quietInvitation: ({ params, query }, { invitations }) => invitations.quiet(params.invitationId, query.ref2),
    showInvitationMail: ({ params }, { invitations }) => invitations.mail(params.invitationId),
  },
);
