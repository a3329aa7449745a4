import { z } from 'zod';
import { defineRoutes } from '../core/route.ts';

/** The picture of the concert, drawn from its settings. */
export const pictureRoutes = defineRoutes({
  showPicture: {
    request: 'GET /api/concert/picture/:name',
    summary: 'The picture of shared links, under the name that the concert says',
    access: 'public',
    params: z.object({ name: z.string().regex(/^[0-9a-f]{16}\.jpg$/) }),
    status: 200,
  },
});
