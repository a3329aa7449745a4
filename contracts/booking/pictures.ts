import { z } from 'zod';
import { defineRoutes } from '../core/route.ts';

/** Pictures of the concert, drawn from its settings. */
export const pictureRoutes = defineRoutes({
  showPicture: {
    method: 'GET',
    path: '/api/concert/picture/:name',
    summary: 'The picture of shared links, or the flyer as a picture or a page to print, under the name that the concert says',
    access: 'public',
    params: z.object({ name: z.string().regex(/^([0-9a-f]{16}\.jpg|flyer-[0-9a-f]{16}\.(jpg|pdf))$/) }),
    status: 200,
  },
});
