import { bookingRoutes } from '@concert/contracts/booking/http';
import { controllerOf } from '@concert/service-kit/http/controller-of';
import { createCursor } from '@concert/service-kit/http/cursor';
import { z } from 'zod';
import { PARTS, ShowAudience } from './show-audience.ts';

const cursor = createCursor(z.strictObject({ in: z.enum(PARTS), after: z.string().max(100) }), '/cursor');

export const AudienceController = controllerOf(
  bookingRoutes,
  { show: ShowAudience },
  {
    listAudience: async ({ body: { cursor: place, ...question } }, { show }) => {
      const { people, next } = await show.page(question, place === undefined ? undefined : cursor.read(place));
      return { people, ...(next ? { next: cursor.write(next) } : {}) };
    },
    showAudiencePerson: ({ params }, { show }) => show.person(params.of),
  },
);
