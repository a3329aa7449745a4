import { bookingRoutes } from '@concert/contracts/booking/http';
import { controllerOf } from '@concert/service-kit/http/controller-of';
import { ShowBookingData } from './show-booking-data.ts';

export const PersonalDataController = controllerOf(
  bookingRoutes,
  { show: ShowBookingData },
  {
    showOpenMoney: async ({ params }, { show }) => ({ open: await show.openMoney(params.userId) }),
    showBookingData: ({ body }, { show }) => show.of(body.userId, body.email),
  },
);
