import { choiceRoutes } from '@concert/contracts/booking/choices';
import { controllerOf } from '@concert/service-kit/http/controller-of';
import { ChooseTickets } from './choose-tickets.ts';
import { CountChoices } from './count-choices.ts';

export const ChoicesController = controllerOf(
  choiceRoutes,
  { choose: ChooseTickets, counts: CountChoices },
  {
    showChoice: ({ params, body, who }, { choose }) => choose.show(params.bookingId, body.ref2, who),
    saveChoice: ({ params, body: { ref2, confirm, ...wish }, who }, { choose }) =>
      choose.save(params.bookingId, wish, { ref2, confirm }, who),
    showChoiceMail: ({ params }, { choose }) => choose.mail(params.bookingId),
    showChoiceCounts: async (_, { counts: counting }) => {
      const counts = await counting.count();
      return counts ? { counts } : {};
    },
  },
);
