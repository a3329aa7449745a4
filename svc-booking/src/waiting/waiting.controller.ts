import { waitingRoutes } from '@concert/contracts/booking/waiting';
import { controllerOf } from '@concert/service-kit/http/controller-of';
import { WaitingList } from './waiting-list.ts';

export const WaitingController = controllerOf(
  waitingRoutes,
  { list: WaitingList },
  {
    waitForSeats: ({ body, who, source }, { list }) => list.join(body, who, source),
    showOwnWaiting: ({ who }, { list }) => list.own(who),
    leaveWaiting: async ({ params, body, who }, { list }) => ({ state: await list.leave(params.waitingId, body.ref2, who) }),
    showOffer: ({ params, body }, { list }) => list.ofLink(params.waitingId, body.ref2),
    leaveWaitingAtOnce: async ({ query }, { list }) => ({ state: await list.leave(query.ref, query.ref2, undefined) }),
    listWaiting: ({ query, who }, { list }) => list.list(query, who),
    offerByHand: ({ params, who }, { list }) => list.offer(params.waitingId, who),
    removeWaiting: async ({ params, who }, { list }) => ({ state: await list.remove(params.waitingId, who) }),
    closeWaiting: ({ body, who }, { list }) => list.close(body.closed, who),
    showWaitingMail: ({ params }, { list }) => list.mail(params.waitingId),
  },
);
