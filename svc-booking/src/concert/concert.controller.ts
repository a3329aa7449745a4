import { bookingRoutes } from '@concert/contracts/booking/http';
import { controllerOf } from '@concert/service-kit/http/controller-of';
import { DomainError } from '@concert/service-kit/process/errors';
import { SharePicture } from '../share-picture/share-picture.ts';
import { ShowConcert } from './show-concert.ts';
import { StopEvening } from './stop-evening.ts';

export const ConcertController = controllerOf(
  bookingRoutes,
  { show: ShowConcert, picture: SharePicture, stopping: StopEvening },
  {
    showConcert: (_, { show }) => show.now(),
    /** An old name gets the picture as it is now, which nobody shall keep under that name. */
    showPicture: async ({ params }, { show, picture }, reply) => {
      const words = await show.pictureWords();
      if (!words) throw new DomainError('request.not_found');
      const { name, bytes } = await picture.of(words);
      reply
        .header('content-type', 'image/jpeg')
        .header('cache-control', params.name === name ? 'public, max-age=31536000, immutable' : 'no-cache');
      return bytes;
    },
    showStanding: (_, { stopping }) => stopping.show(),
    stopEvening: ({ body, who }, { stopping }) => stopping.stop(body, who),
    undoStop: ({ body, who }, { stopping }) => stopping.undo(body.runId, who),
  },
);
