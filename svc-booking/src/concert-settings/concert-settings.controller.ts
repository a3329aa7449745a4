import { bookingRoutes } from '@concert/contracts/booking/http';
import { controllerOf } from '@concert/service-kit/http/controller-of';
import { PostponeConcert } from './postpone-concert.ts';
import { SaveSettings } from './save-settings.ts';

export const ConcertSettingsController = controllerOf(
  bookingRoutes,
  { settings: SaveSettings, postponing: PostponeConcert },
  {
    showSettings: (_, { settings }) => settings.show(),
    saveSettings: ({ body, who }, { settings }) => settings.save(body, who),
    postponeConcert: async ({ body, who }, { settings, postponing }) => {
      await postponing.postpone(body, who);
      return settings.show();
    },
  },
);
