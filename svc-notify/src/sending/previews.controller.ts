import { notifyRoutes } from '@concert/contracts/notify/http';
import { controllerOf } from '@concert/service-kit/http/controller-of';
import { PreviewMessage } from './preview-message.ts';

export const PreviewsController = controllerOf(
  notifyRoutes,
  { previews: PreviewMessage },
  {
    previewMessage: ({ body: { purpose, reader, ...message } }, { previews }) => previews.preview(purpose, reader, message),
    testMessage: async ({ body: { purpose, reader, ...message }, who }, { previews }) => ({
      sentTo: await previews.test(purpose, reader, message, who),
    }),
  },
);
