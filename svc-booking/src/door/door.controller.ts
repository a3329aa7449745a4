import { bookingRoutes } from '@concert/contracts/booking/http';
import { controllerOf } from '@concert/service-kit/http/controller-of';
import { LetIn } from './let-in.ts';
import { LookUpHolders } from './look-up-holders.ts';
import { ShowDoor } from './show-door.ts';
import { TakeAdmissionBack } from './take-admission-back.ts';

export const DoorController = controllerOf(
  bookingRoutes,
  { show: ShowDoor, letIn: LetIn, holders: LookUpHolders, takingBack: TakeAdmissionBack },
  {
    showDoor: ({ who }, { show }) => show.state(who),
    showDoorList: (_, { show }) => show.list(),
    lookUpHolders: ({ body, who }, { holders }) => holders.lookUp(body, who),
    takeAdmissionBack: ({ body, who }, { takingBack }) => takingBack.takeBack(body, who),
    showArrivals: (_, { show }) => show.arrivals(),
    scan: async ({ body, who }, { letIn, show }) => {
      const results = await letIn.decide(body.scans, who);
      return { results, inside: await show.inside() };
    },
  },
);
