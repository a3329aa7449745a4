import { bookingRoutes } from '@concert/contracts/booking/http';
import { controllerOf } from '@concert/service-kit/http/controller-of';
import { OpenSale } from './open-sale.ts';
import { ShowGoLive } from './show-go-live.ts';

export const GoLiveController = controllerOf(
  bookingRoutes,
  { goLive: ShowGoLive, sale: OpenSale },
  {
    showGoLive: (_, { goLive }) => goLive.look(),
    confirmPrices: ({ body, who }, { sale }) => sale.confirmPrices(body.version, who),
    openSale: ({ body, who }, { sale }) => sale.open(body.version, who),
  },
);
